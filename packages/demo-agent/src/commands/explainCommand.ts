// The command that describes a file, or the whole folder, from what is really in it.
import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { DemoCommand } from './demoCommand.ts';
import { FileError, locate, fileNamedIn, readText, type FileText } from '../tools/demoFiles.ts';
import { counted, fileLink, lineLink } from '../tools/answerMarkdown.ts';
import { outlineOf } from '../tools/fileOutline.ts';
import type { DemoTurn } from '../session/demoTurn.ts';

const MAX_LIST_ENTRIES = 20;

export const explain: DemoCommand = {
  name: 'explain',
  aliases: ['describe', 'summarize', 'summarise'],
  argument: '[FILE]',
  description: 'Describe a file or this folder',
  async run(turn) {
    const file = (await fileNamedIn(turn)) ?? '.';
    const toolCallId = randomUUID();
    let isFolder = false;
    try {
      const target = await locate(turn, file);
      isFolder = await isFolderAt(target.realPath);
      await turn.update({
        sessionUpdate: 'tool_call',
        toolCallId,
        title: isFolder ? `List ${target.name === '.' ? 'this folder' : target.name}` : `Read ${target.name}`,
        kind: isFolder ? 'search' : 'read',
        status: 'in_progress',
        locations: [{ path: target.path }],
      });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await turn.say(error.message);
      return undefined;
    }
    try {
      const answer = isFolder ? await describeFolder(turn, file) : describeFile(await readText(turn, file));
      await turn.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
      await turn.say(`${answer}\n\nThis was counted, not understood: there is no model here.`);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await turn.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
      await turn.say(error.message);
    }
    return undefined;
  },
};

async function isFolderAt(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Reading it will say why it cannot be read.
    return false;
  }
}

function describeFile({ name, text, by }: FileText): string {
  const lines = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
  const outline = outlineOf(name, text);
  const exported = outline.filter((item) => item.exported).length;
  const size = `${counted(lines, 'line')}, ${counted(Buffer.byteLength(text), 'byte')}`;
  const found = outline.slice(0, MAX_LIST_ENTRIES).map((item) => {
    const link = lineLink(`\`${item.name.replaceAll('`', '')}\``, name, item.line);
    return `- ${link}: ${item.kind}${item.exported ? ', exported' : ''}, line ${item.line}`;
  });
  if (outline.length > MAX_LIST_ENTRIES) found.push(`- and ${outline.length - MAX_LIST_ENTRIES} more`);
  return [
    `## ${name}`,
    `${size}. ${by}`,
    outline.length === 0
      ? 'I found no functions, headings or keys in it.'
      : `### What is in it\n\nI found ${counted(outline.length, 'name')}${exported > 0 ? `, ${exported} of them exported` : ''}:\n\n${found.join('\n')}`,
  ].join('\n\n');
}

async function describeFolder(turn: DemoTurn, folder: string): Promise<string> {
  const { path, realPath, name: place } = await locate(turn, folder);
  const entries = await readdir(realPath, { withFileTypes: true });
  const shown = entries.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules');
  const rows = shown.slice(0, MAX_LIST_ENTRIES).map((entry) => {
    if (entry.isDirectory()) return `| \`${entry.name}\` | folder |`;
    return `| ${fileLink(entry.name, place === '.' ? entry.name : `${place}/${entry.name}`)} | file |`;
  });
  if (shown.length > MAX_LIST_ENTRIES) rows.push(`| … | ${shown.length - MAX_LIST_ENTRIES} more |`);
  const table = rows.length === 0 ? 'It is empty.' : `| Name | Kind |\n| --- | --- |\n${rows.join('\n')}`;
  return [
    place === '.' ? '## This folder' : `## ${place}`,
    `\`${path}\``,
    await describePackage(turn, folder),
    table,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const packageSchema = z.object({
  name: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  scripts: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

/** What package.json says the folder is; nothing where there is none. */
async function describePackage(turn: DemoTurn, folder: string): Promise<string> {
  try {
    const { text } = await readText(turn, join(folder, 'package.json'));
    const { name, description, scripts } = packageSchema.parse(JSON.parse(text));
    const commands = Object.keys(scripts ?? {}).map((script) => `\`npm run ${script}\``);
    const sentence = description === undefined ? '' : `: ${description}`;
    return [
      name === undefined ? '' : `It is the package **${name}**${sentence.replace(/\.?$/, '.')}`,
      commands.length === 0 ? '' : `Its scripts: ${commands.join(', ')}.`,
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  } catch (error) {
    turn.signal.throwIfAborted();
    if (error instanceof FileError || error instanceof SyntaxError || error instanceof z.ZodError) return '';
    throw error;
  }
}
