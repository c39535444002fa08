import { describe, expect, it } from 'vitest';
import { acceptedContent } from '../../../src/agents/acceptedContent.ts';
import { mentionText } from '../../../src/core/mentions/mention.ts';
import { holdsMentions } from '../../../src/core/mentions/holdsMentions.ts';
import { MentionError } from '../../../src/core/mentions/mentionError.ts';
import { promptBlocks, type ReadMention } from '../../../src/core/mentions/promptBlocks.ts';
import { sentParts, shownText, typedText } from '../../../src/core/mentions/sentMentions.ts';
import { plainText, type ContentBlock } from '../../../src/core/session/content.ts';

const FILE = 'file:///a/b%20c.ts';
const LINES = 'file:///a/b%20c.ts#L2:3';
const PROBLEMS = 'parley:/problems';

const at = (name: string, uri: string): string => mentionText({ name, uri });
const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const resource = (uri: string, value: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/plain', text: value },
});

const texts: Readonly<Record<string, string>> = {
  [FILE]: 'whole',
  [LINES]: 'two\n```\nthree',
  [PROBLEMS]: 'a.ts:1:1 error',
};
const read: ReadMention = async (_target, { uri }) => [resource(uri, texts[uri] ?? '')];

/** What an agent with these capabilities is sent. */
async function sent(
  prompt: string,
  can: Partial<Record<'image' | 'audio' | 'embeddedContext', boolean>>,
): Promise<readonly ContentBlock[]> {
  const blocks = await promptBlocks([text(prompt)], read);
  return acceptedContent('Agent', blocks, { image: false, audio: false, embeddedContext: false, ...can });
}

describe('promptBlocks', () => {
  it('keeps places, order and the text between, to the character', async () => {
    const blocks = await promptBlocks(
      [
        text(`  a ${at('b c.ts', FILE)}\n\n${at('Problems', PROBLEMS)}  z \n`),
        { type: 'image', data: '', mimeType: 'image/png' },
      ],
      read,
    );
    expect(blocks).toEqual([
      text('  a @b c.ts'),
      resource(FILE, 'whole'),
      text('\n\n@Problems'),
      resource(`${PROBLEMS}?called=Problems`, 'a.ts:1:1 error'),
      text('  z \n'),
      { type: 'image', data: '', mimeType: 'image/png' },
    ]);
  });

  it('shows and types a prompt without the names that stand beside its blocks', async () => {
    const typed = `What are ${at('hello.ts', 'file:///ws/hello.ts')} and ${at('All Problems', PROBLEMS)}?`;
    const blocks = await promptBlocks([text(typed)], read);
    expect(plainText(blocks)).toBe('What are @hello.ts and @All Problems?');
    expect(typedText(blocks)).toBe(typed);
    expect(shownText(blocks)).toBe('What are hello.ts and All Problems?');
    // As agents write it into the text when they replay it.
    const replayed = [text('See @hello.ts[@hello.ts](file:///ws/hello.ts) now')];
    expect(shownText(replayed)).toBe('See hello.ts now');
  });

  it('leaves text without mentions alone', async () => {
    const content = [text('see [@x](javascript:1) and [a](file:///b)'), text('')];
    expect(holdsMentions(content)).toBe(false);
    expect(await promptBlocks(content, read)).toEqual([content[0]]);
  });

  it.each([
    ['npm test && echo “100 %” #1', 'parley:/terminal?id=w-1'],
    ['Working Tree Changes', 'parley:/git/working-tree'],
    ['a.ts:2-3', 'parley:/editors?uri=untitled%3Aa.ts#L2:3'],
  ])('shows what was sent as “%s” by that name, and types it so again', async (name, uri) => {
    const blocks = await promptBlocks([text(at(name, uri))], read);
    const [part] = sentParts(blocks);
    expect(part).toMatchObject({ type: 'mention', mention: { name, uri } });
    expect(typedText(blocks)).toBe(at(name, uri));
  });

  it('mentions nothing by the name of what cannot be mentioned', async () => {
    const inner = at('README.md', 'file:///home/u/.ssh/id_rsa');
    const blocks = await promptBlocks([text(at(inner, 'parley:/terminal'))], read);
    expect(blocks).toEqual([text('@@README.md')]);
  });

  it('embeds what is mentioned twice once', async () => {
    let reads = 0;
    const blocks = await promptBlocks(
      [text(`${at('x', FILE)} ${at('x', FILE)}`)],
      async (target, mention) => {
        reads++;
        return read(target, mention);
      },
    );
    expect(reads).toBe(1);
    expect(blocks.at(-1)).toEqual({ type: 'resource_link', uri: FILE, name: 'x', mimeType: 'text/plain' });
  });

  it('names by one address what is no file and is mentioned twice', async () => {
    const blocks = await promptBlocks(
      [text(`${at('Problems', PROBLEMS)} ${at('Problems', PROBLEMS)}`)],
      read,
    );
    const uri = `${PROBLEMS}?called=Problems`;
    expect([blocks[1], blocks.at(-1)]).toMatchObject([{ resource: { uri } }, { uri }]);
    expect(sentParts(blocks).at(-1)).toMatchObject({ mention: { name: 'Problems', uri: PROBLEMS } });
  });

  it('sends files as links once the prompt is full', async () => {
    const uris = Array.from({ length: 12 }, (_, index) => `file:///f${index}`);
    const blocks = await promptBlocks(
      [text(uris.map((uri) => at('f', uri)).join(' '))],
      async (_target, { uri }) => [resource(uri, 'x'.repeat(200_000))],
    );
    expect(blocks.filter(({ type }) => type === 'resource')).toHaveLength(10);
    expect(blocks.filter(({ type }) => type === 'resource_link')).toHaveLength(2);
  });

  it('rejects with the first error in the order of the text, whichever came first', async () => {
    const failing: ReadMention = async ({ kind }) => {
      if (kind === 'file') await Promise.resolve();
      throw new MentionError(kind);
    };
    const reading = promptBlocks([text(`${at('x', FILE)} ${at('p', PROBLEMS)}`)], failing);
    await expect(reading).rejects.toThrow('file');
  });

  it('reads at most a few of many mentions at once', async () => {
    let running = 0;
    let most = 0;
    const many = Array.from({ length: 200 }, (_, index) => at('f', `file:///f${index}`)).join('');
    await promptBlocks([text(many)], async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return [];
    });
    expect(most).toBeLessThanOrEqual(8);
  });
});

describe('blocks by what the agent takes (R44, R45)', () => {
  const link = { type: 'resource_link', uri: FILE, name: 'b c.ts', mimeType: 'text/plain' };

  for (const image of [false, true]) {
    for (const audio of [false, true]) {
      const can = { image, audio };
      const name = `image ${image}, audio ${audio}`;

      it(`embeds where it can: ${name}`, async () => {
        const prompt = `a ${at('x', FILE)} b ${at('y', LINES)} c ${at('z', PROBLEMS)}`;
        expect(await sent(prompt, { ...can, embeddedContext: true })).toEqual([
          text('a @b c.ts'),
          resource(FILE, texts[FILE] ?? ''),
          text(' b @b c.ts:2-3'),
          resource(LINES, texts[LINES] ?? ''),
          text(' c @z'),
          resource(`${PROBLEMS}?called=z`, texts[PROBLEMS] ?? ''),
        ]);
      });

      it(`links a file: ${name}`, async () => {
        expect(await sent(`a ${at('x', FILE)} b`, can)).toEqual([text('a @b c.ts'), link, text(' b')]);
      });

      it(`links lines and quotes them: ${name}`, async () => {
        expect(await sent(at('x', LINES), can)).toEqual([
          text('@b c.ts:2-3'),
          { ...link, uri: LINES, name: 'b c.ts (lines 2–3)' },
          text('\n\n````\ntwo\n```\nthree\n````\n\n'),
        ]);
      });

      it(`writes out what is no file: ${name}`, async () => {
        expect(await sent(at('x', PROBLEMS), can)).toEqual([
          text('@x'),
          text('\n\nContents of problems “x”:\n\na.ts:1:1 error\n\n'),
        ]);
      });

      it(`names again what was written out before, without Parley's address: ${name}`, async () => {
        const blocks = await sent(`${at('Problems', PROBLEMS)} ${at('Problems', PROBLEMS)}`, can);
        expect(blocks.at(-1)).toEqual(text(' @Problems'));
        expect(JSON.stringify(blocks)).not.toContain('parley:');
      });
    }
  }

  it('names a folder without the slash at its end, which agents read as a file without a name', async () => {
    const folder: ContentBlock = { type: 'resource_link', uri: 'file:///ws/src/', name: 'src' };
    const can = { image: false, audio: false, embeddedContext: true };
    expect(acceptedContent('Agent', [folder, resource('file:///ws/src/', 'a.ts')], can)).toEqual([
      { ...folder, uri: 'file:///ws/src' },
      resource('file:///ws/src', 'a.ts'),
    ]);
    const root: ContentBlock = { type: 'resource_link', uri: 'file:///', name: '/' };
    expect(acceptedContent('Agent', [root], can)).toEqual([root]);
  });

  it('says of a branch which one it is', async () => {
    const uri = 'parley:/git/branch?name=feat%2Fx';
    const blocks = acceptedContent('Agent', [resource(uri, 'diff')], {
      image: false,
      audio: false,
      embeddedContext: false,
    });
    expect(blocks).toEqual([text('Contents of branch (name=feat/x):\n\ndiff\n\n')]);
  });
});
