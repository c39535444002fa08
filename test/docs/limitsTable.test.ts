// docs/limits.md says the limits that the sources have; `npm run test:unit -- test/docs -u` writes it.
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { root } from '../../scripts/project.mjs';
import { MAX_MESSAGE_BYTES } from '../../src/agents/remote/remoteFailure.ts';
import { MAX_LINE_BYTES } from '../../src/agents/wire/jsonLines.ts';
import { MAX_ENDED, MAX_RUNNING } from '../../src/agents/terminal/agentTerminals.ts';
import { snapshotLimits } from '../../src/snapshots/fileSizes.ts';
import { MAX_DECISIONS } from '../../src/core/permissions/decisionRecords.ts';
import { MAX_OPEN_QUESTIONS } from '../../src/core/permissions/openQuestionLimit.ts';
import { OUTPUT_LIMIT_BYTES } from '../../src/core/session/terminal/state.ts';

const file = join(root, 'docs', 'limits.md');

const intro = `# Limits

Parley cuts or refuses what is beyond these, and says so where it happens.

`;

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toLocaleString('en')} MB`;
}

const notes = `
- A line with variables other than within quotes in the place of a text (\`git commit -m "$X"\`), and what \`xargs\` runs, is never allowed by a rule. Wildcards stand for the files that are there
  when the request is judged, at most 500; on Windows a line with them is never allowed by a rule.
- Rules that deny files do not see the files of a folder that a command reads as a whole (\`grep -r x .\`), nor what a script
  reads.
- Of the folders that a request deletes, moves or changes, 500 entries are looked at for protected and denied files, and of
  one move 16 paths; more always ask, also where a rule allows the command. Calls of other kinds are judged by the folder that they name.
- An agent that reports no tool calls has its changes listed apart; one click adds them to the agent's. What another program
  writes while a command of the agent runs, or within two seconds after it, counts as the agent's; an Undo of the
  file ends those two seconds.
- A file that is in no snapshot, and that the agent was already writing when it announced the edit, is listed but cannot be
  undone. Neither can one that the agent changes after Git has brought something else into your uncommitted lines, nor one
  in which it resolves a conflict between the commits of others, where one command does both.
- Undo leaves the \`.git\` of repositories that an agent made, and does not bring back one that it deleted. Files whose
  names are not UTF-8 are not tracked. The changes bar says so.
- Of permissions of files, only whether one can be run is listed and undone. What the agent deleted in the last moment
  before VS Code was killed may come back without unusual ones. Folders that Undo makes again have the usual permissions.
- On Linux, local disks and four folders of a window are followed, so that a checkpoint looks only at what changed; elsewhere,
  and where the system has too few watches (\`fs.inotify.max_user_watches\`), it looks at all files. What a program writes through a memory map or by another name of a file outside the folder may be
  missing from a checkpoint if it happens between the last check and the prompt.
- What you change in Git by \`checkout REV -- FILE\`, \`restore\`, \`reset --hard\` without a commit, \`stash --keep-index\`,
  \`cherry-pick -n\` or \`sparse-checkout\` while a command of the agent runs counts as the agent's. Repositories without a
  reflog are read as if Git had done nothing; in those with names of SHA-256, files that are no text and that Git moved are listed apart.
- A call that asks you without a form of Parley's counts as work while it waits, and so does what another program writes
  within a second before a call that names the file. Undo asks where the call says that other text was there.
- What another program writes to a file after the agent has read it is merged with what the agent writes. Where a command of
  the agent ran since, it is replaced, and Undo brings it back. What you saved stays unless a call of the agent has named the
  file since: it may have seen your lines.
- A file that an agent moves from an ignored, too large or outside place is listed but cannot be undone. Empty folders that it
  removes do not come back. What it changes outside of the session's folders is named where a call says so, and never undone.
- A changed file that you move out of the session's folders, or over another changed one, leaves the list, and so does one
  that another program moves. What other programs do to listed files between turns shows at the next look where VS Code does not watch them
  (\`files.watcherExclude\`).
- Of a folder that you create or move in VS Code while a command of the agent runs, 5,000 files count as yours. A save in a
  custom editor is known by its file having changed within the last two seconds.
- Of changes that are found at once, files beyond 32 MB of contents are compared and undone as a whole.
- After a reload, changes in a folder that left the workspace are listed, but cannot be undone.
- What a link leads to is protected under its own name only for links at the top of the session's folder, if that has at
  most 10,000 entries.
- A file that git filters or encodes when it checks it out may count as the agent's. Undo refuses it where what was before
  is unknown.
- What an ignore rule kept out of the last snapshot, and the agent removed the rule, is listed but cannot be undone.
- What an agent changed in the last moment before VS Code was killed is listed apart after the restart.
- A command that an agent leaves running counts as its work until it ends, with all that is written meanwhile.
- A command rule also allows what the program's own configuration makes it do. The configuration files that programs read
  by name are protected, but not the files that those load.
- An agent that can only copy whole sessions is found out anew in each window.
- A call that the agent reports as running after its turn, and never ends, runs until Stop or until the agent ends. A
  command of its own counts as work for two minutes after its last output.
- Beside 100,000 tool calls at once, another session answers within about a second. Commands of an agent start one after
  the other; those that wait for it count as running.
- Lines of agents that need a shell run in bash where it is in a folder of the system, else in \`/bin/sh\`.
- Letters of another script are named in words that mix scripts, and in lines that are changed to ones that look the same.
- Of a very long session the last 16 million characters are searched. After an update, searches read whole texts until
  Parley has made its files for searching anew, in the background.
- Drafts of sessions that are gone are removed after a month. A draft where nothing was sent yet, in an editor tab
  that was closed, is in the next new session, but not after a reload unless the sidebar shows it.
- After a reload, a large picture of a draft is a thumbnail, and attached audio is not played before it is sent. Letters
  typed within milliseconds of the end of a page are kept for the composer, not for edits and forms.
- Files that an agent reads from a line on by \`offset\` or \`range\`, and commands with an input, a user or a shell of their
  own, are refused: ACP has no such fields, and agents mean different things by them.
- A file that an agent reads through Parley without a question has no row in the chat.
- If a program in RPC mode answers neither \`prompt\` nor \`get_state\`, its turn stays open until Stop.
- A formula that KaTeX cannot read, or of more than 4,096 characters, and a Mermaid diagram of more than 20,000 characters or
  300 edges are shown as they were written. Pictures in diagrams are not loaded.
`;

/** Rows of `npm run bench -- size`; the times depend on what else runs on the machine, so that no test measures them. */
const growth = `
## Time and space of checkpoints

Milliseconds from Enter until the prompt goes to the agent (median/95th percentile), measured on Linux with two cores and
files of 500 bytes (\`npm run bench -- size\`). The first checkpoint of a folder is made when a session is opened, and what has
changed since the last one when you begin to type. “crlf” is a Git repository that converts line ends, “plain” is none. The
extension host's memory is what it grew by in a row, after those above it. Prompts that come sooner wait, and can be sent
without a checkpoint. The file of “a program writes” is written right before Enter, that of “you save” is saved in VS Code.
The figures of “git” are of 30 prompts of each kind, the others of 10, so that their 95th percentile is the slowest one.

| files | kind | first checkpoint | first prompt, at once | first prompt | later prompts | a program writes | a program writes, typed | you save | storage | extension host | Git | load |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| 2,000 | git | 279 | 395 | 12 | 15/20 | 19/39 | 14/27 | 16/26 | 1 MB | +54 MB | 5 MB | 0.6 |
| 2,000 | crlf | 324 | 322 | 8 | 11/14 | 16/17 | 11/14 | 12/17 | 1 MB | +43 MB | 5 MB | 0.8 |
| 2,000 | plain | 301 | 370 | 7 | 9/14 | 16/23 | 8/11 | 10/14 | 1 MB | +12 MB | 5 MB | 0.4 |
| 40,000 | git | 3,599 | 3,423 | 12 | 17/23 | 22/27 | 16/22 | 18/22 | 12 MB | +85 MB | 16 MB | 0.3 |
| 40,000 | crlf | 4,757 | 4,981 | 15 | 16/21 | 22/27 | 14/17 | 15/20 | 12 MB | +0 MB | 14 MB | 0.6 |
| 40,000 | plain | 4,062 | 4,371 | 9 | 10/13 | 14/18 | 8/10 | 10/11 | 12 MB | +0 MB | 13 MB | 0.5 |
| 200,000 | git | 22,678 | 8,340 | 92 | 16/20 | 20/28 | 16/24 | 18/23 | 59 MB | +0 MB | 60 MB | 0.8 |
| 200,000 | crlf | 33,846 | 27,938 | 12 | 12/14 | 16/22 | 13/17 | 13/17 | 60 MB | +37 MB | 54 MB | 2.3 |
| 200,000 | plain | 26,571 | 23,062 | 9 | 10/11 | 13/43 | 10/13 | 11/19 | 59 MB | +0 MB | 49 MB | 2.2 |

Seconds of one core that a review takes, measured beside other programs (\`npm run bench -- review\`). An Undo shows its progress
and can be canceled; how long it takes depends on the disk, as each file is made safe there.

| what | extension host | Git |
| --- | --- | --- |
| List 5,000 changed files after a turn | 2.1 | 1.2 |
| List them again after one more change | 0.9 | 0.1 |
| Undo 2,000 of them | 3.5 | 0.3 |
| Redo that | 4.0 | 0.4 |
| Keep or undo one of 10,000 hunks | 0.5 | – |
`;

const rows: readonly (readonly [string, string])[] = [
  ['A message of an agent on this machine', megabytes(MAX_LINE_BYTES)],
  ['A message of a remote agent', megabytes(MAX_MESSAGE_BYTES)],
  ['Output of a terminal that stays in the chat', `${OUTPUT_LIMIT_BYTES / 1024} KB, the end of it`],
  ['A text file whose changes are tracked', megabytes(snapshotLimits.maxFileBytes)],
  ['A binary file whose changes are tracked', megabytes(snapshotLimits.maxBinaryBytes)],
  [
    'A git repository whose changes are tracked',
    `${snapshotLimits.maxFiles.toLocaleString('en')} files and ${megabytes(snapshotLimits.maxBytes)}`,
  ],
  [
    'Another folder whose changes are tracked',
    `${snapshotLimits.maxFilesWithoutRepository.toLocaleString('en')} files and ${megabytes(snapshotLimits.maxBytes)}`,
  ],
  ['Permission decisions that are listed', `${MAX_DECISIONS.toLocaleString('en')}, the latest`],
  ['Questions of a session that wait for an answer', String(MAX_OPEN_QUESTIONS)],
  ['Commands of a session that run at the same time', String(MAX_RUNNING)],
  ['Ended commands whose output stays for the agent', `${MAX_ENDED}, the latest`],
];

test('docs/limits.md says the limits that the sources have', async () => {
  const table = ['| what | limit |', '| - | - |', ...rows.map(([what, limit]) => `| ${what} | ${limit} |`)];
  const options = await resolveConfig(file);
  const text = await format(`${intro}${table.join('\n')}\n${notes}${growth}`, {
    ...options,
    parser: 'markdown',
  });
  await expect(text).toMatchFileSnapshot(file);
});
