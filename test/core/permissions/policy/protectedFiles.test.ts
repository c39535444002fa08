// Which files run on their own, by any spelling, and that only a rule of the user's that names one allows to write it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PathScope } from '../../../../src/core/permissions/policy/matchPath.ts';
import { judge, type Verdict } from '../../../../src/core/permissions/policy/permissionPolicy.ts';
import { readRules } from '../../../../src/core/permissions/policy/permissionRule.ts';
import { PROTECTED_FILES } from '../../../../src/core/permissions/policy/protectedFileList.ts';
import { protectionOf } from '../../../../src/core/permissions/policy/protectedFiles.ts';
import { readProtectedFiles } from '../../../../src/core/permissions/policy/protectedFileSettings.ts';
import { factsOf } from '../../../../src/core/permissions/policy/requestFacts.ts';
import { createToolCall, type ToolCallPatch } from '../../../../src/core/session/toolCall/state.ts';

const posix: PathScope = {
  cwd: '/work',
  home: '/home/me',
  family: 'posix',
  realPath: (path) => path,
  exists: () => false,
};

const windows: PathScope = {
  ...posix,
  cwd: String.raw`C:\work`,
  home: String.raw`C:\Users\me`,
  family: 'windows',
};

function linking(links: Readonly<Record<string, string>>): PathScope {
  return {
    ...posix,
    realPath(path) {
      const link = Object.keys(links).find((from) => path === from || path.startsWith(`${from}/`));
      return link === undefined ? path : `${links[link] ?? ''}${path.slice(link.length)}`;
    },
  };
}

function having(...paths: readonly string[]): PathScope {
  return { ...posix, exists: (path) => paths.includes(path) };
}

/** A scope with these names in these folders, which are folders themselves if they are listed. */
function listing(folders: Readonly<Partial<Record<string, readonly string[]>>>): PathScope {
  return {
    ...posix,
    exists: (path) =>
      Object.entries(folders).some(([folder, names = []]) =>
        names.some((name) => `${folder}/${name}` === path),
      ),
    list: (folder) =>
      (folders[folder.replace(/\/$/, '')] ?? []).map((name) => ({
        name,
        type: folders[`${folder}/${name}`] === undefined ? 'file' : 'folder',
      })),
  };
}

describe('what links at the top of the folder lead to', () => {
  const links: Readonly<Record<string, string>> = {
    '.vscode': 'config/vscode',
    '.cursorrules': 'docs/rules.md',
    'AGENTS.md': '../shared/notes.md',
    latest: 'docs',
  };
  const real = (path: string): string => {
    const name = Object.keys(links).find(
      (link) => path === `/work/${link}` || path.startsWith(`/work/${link}/`),
    );
    if (name === undefined) return path;
    return `/work/${links[name] ?? ''}${path.slice(`/work/${name}`.length)}`.replace('/work/../', '/');
  };
  const scope: PathScope = {
    ...posix,
    // The rules are not written yet.
    realPath: (path) => (path === '/work/.cursorrules' ? undefined : real(path)),
    target: real,
    list: (folder) => (folder === '/work' ? Object.keys(links).map((name) => ({ name, type: 'other' })) : []),
  };

  test.each([
    ['config/vscode/tasks.json', true],
    ['CONFIG/vscode/sub/any.txt', true],
    ['docs/rules.md', true],
    ['/shared/notes.md', true],
    ['.vscode/tasks.json', true],
    ['latest/rules.md', true],
    ['config/other.json', false],
    ['docs/guide.md', false],
    ['latest/guide.md', false],
    ['config/vscode-notes.md', false],
  ])('%s: %j', (path, isProtected) => {
    expect(protectionOf(path, scope) !== undefined).toBe(isProtected);
  });

  test('is protected where the settings protect the name of the link', () => {
    const settings = readProtectedFiles({ 'latest/**': true }, {}, {});
    expect(protectionOf('docs/guide.md', scope, settings)).toBe('setting');
    expect(protectionOf('config/other.json', scope, settings)).toBeUndefined();
  });
});

describe('a file that runs on its own', () => {
  test.each([
    ['.git/config', 'versionControl'],
    ['.git/hooks/pre-commit', 'versionControl'],
    ['sub/module/.git', 'versionControl'],
    ['.git/modules/lib/config', 'versionControl'],
    ['.git/worktrees/one/config.worktree', 'versionControl'],
    ['.gitattributes', 'versionControl'],
    ['.husky/pre-commit', 'gitHooks'],
    ['lefthook.yml', 'gitHooks'],
    ['.pre-commit-config.yaml', 'gitHooks'],
    ['.vscode/settings.json', 'editor'],
    ['.vscode/tasks.json', 'editor'],
    ['.vscode/launch.json', 'editor'],
    ['.vscode/mcp.json', 'editor'],
    ['.vscode', 'editor'],
    ['packages/a/.vscode/extensions.json', 'editor'],
    ['all.code-workspace', 'editor'],
    ['.idea/workspace.xml', 'editor'],
    ['/home/me/.config/Code/User/settings.json', 'editor'],
    ['/home/me/Library/Application Support/Code/User/tasks.json', 'editor'],
    ['/home/me/.vscode-server/extensions/a/main.js', 'editor'],
    ['.envrc', 'shell'],
    ['.env', 'shell'],
    ['.mise.toml', 'shell'],
    ['flake.nix', 'shell'],
    ['~/.bashrc', 'shell'],
    ['/home/me/.config/fish/config.fish', 'shell'],
    ['~/.ssh/authorized_keys', 'system'],
    ['~/.config/autostart/a.desktop', 'system'],
    ['package.json', 'packageManager'],
    ['.npmrc', 'packageManager'],
    ['.yarnrc', 'packageManager'],
    ['.yarnrc.yml', 'packageManager'],
    ['.pnpmfile.cjs', 'packageManager'],
    ['node_modules/eslint/lib/api.js', 'packageManager'],
    ['.venv/bin/python', 'packageManager'],
    ['.devcontainer/devcontainer.json', 'container'],
    ['.devcontainer.json', 'container'],
    ['.github/workflows/ci.yml', 'ci'],
    ['.github/actions/setup/action.yml', 'ci'],
    ['.gitlab-ci.yml', 'ci'],
    ['.circleci/config.yml', 'ci'],
    ['azure-pipelines.yml', 'ci'],
    ['Jenkinsfile', 'ci'],
    ['.claude/settings.local.json', 'agent'],
    ['CLAUDE.md', 'agent'],
    ['docs/AGENTS.md', 'agent'],
    ['.codex/config.toml', 'agent'],
    ['GEMINI.md', 'agent'],
    ['.qwen/settings.json', 'agent'],
    ['.cursor/rules/a.mdc', 'agent'],
    ['.cursorrules', 'agent'],
    ['.windsurfrules', 'agent'],
    ['.opencode/agent/a.md', 'agent'],
    ['.pi/extensions/a.ts', 'agent'],
    ['.mcp.json', 'agent'],
    ['.github/copilot-instructions.md', 'agent'],
    ['.github/instructions/a.instructions.md', 'agent'],
    ['.github/hooks/a.json', 'agent'],
    ['build.rs', 'build'],
    ['Cargo.toml', 'build'],
    ['.cargo/config.toml', 'build'],
    ['rust-toolchain.toml', 'build'],
    ['app/build.gradle.kts', 'build'],
    ['settings.gradle', 'build'],
    ['gradle/wrapper/gradle-wrapper.properties', 'build'],
    ['pom.xml', 'build'],
    ['a.csproj', 'build'],
    ['Directory.Build.props', 'build'],
    ['eslint.config.mjs', 'build'],
    ['.eslintrc.js', 'build'],
    ['pyproject.toml', 'build'],
    ['tools/.pylintrc', 'build'],
    ['.latexmkrc', 'build'],
    ['cspell.config.mjs', 'build'],
    ['.Rprofile', 'shell'],
    ['.vscode-test.mjs', 'editor'],
    ['.helix/languages.toml', 'editor'],
    ['.qoder/rules/a.md', 'agent'],
    // What language servers and tools run as they are told to, or load from the folder.
    ['.bsp/sbt.json', 'editor'],
    ['app/buildServer.json', 'editor'],
    ['pytest.ini', 'build'],
    ['tox.ini', 'build'],
    ['docs/conf.py', 'build'],
    ['lib/docs/conf.py', 'build'],
    ['.luarc.json', 'build'],
    ['artisan', 'build'],
    ['platformio.ini', 'build'],
    ['vetur.config.js', 'build'],
    ['.remarkrc.js', 'build'],
    ['hardhat.config.ts', 'build'],
    ['dub.json', 'build'],
    ['config.nims', 'build'],
    ['a.nimble', 'build'],
    ['cabal.project', 'build'],
    ['Setup.hs', 'build'],
    ['xmake.lua', 'build'],
    ['.solargraph.yml', 'build'],
    ['sub/build.sc', 'build'],
    ['.sourcekit-lsp/config.json', 'build'],
    ['.rspec', 'build'],
    ['conanfile.py', 'build'],
    ['.factorypath', 'build'],
    ['.gitmodules', 'versionControl'],
    ['.releaserc.yml', 'ci'],
    ['tools/SKILL.md', 'agent'],
    ['/home/me/.local/share/code-server/User/settings.json', 'editor'],
    ['/home/me/.config/code-server/config.yaml', 'editor'],
    ['/home/me/.openvscode-server/data/Machine/settings.json', 'editor'],
    ['/home/me/.cursor-server/data/Machine/settings.json', 'editor'],
    ['/home/me/.windsurf-server/bin/a/server.sh', 'editor'],
    ['/home/me/.var/app/com.visualstudio.code/config/Code/User/settings.json', 'editor'],
    ['tsconfig.json', 'build'],
    ['packages/a/tsconfig.build.json', 'build'],
    ['jsconfig.json', 'build'],
    ['package.yaml', 'packageManager'],
    ['oxlint.config.ts', 'build'],
    ['.pylintrc.toml', 'build'],
    ['App.csproj.user', 'build'],
    ['web/App.esproj', 'build'],
    ['Pipfile', 'packageManager'],
    ['.rubocop', 'packageManager'],
    ['test/mocha.opts', 'build'],
    ['karma.conf.ts', 'build'],
    ['.nycrc.json', 'build'],
    ['.opencode.json', 'agent'],
    ['omnisharp.json', 'build'],
    ['.golangci.yml', 'build'],
    ['api/.spectral.js', 'build'],
    ['.sqlfluff', 'build'],
    ['ansible.cfg', 'build'],
    ['.lintr', 'build'],
    ['.rubocop_todo.yml', 'build'],
    ['uv.toml', 'build'],
    ['.python-version', 'build'],
    ['.lsp/config.edn', 'build'],
    ['Project.toml', 'build'],
    ['lib/JuliaManifest.toml', 'build'],
    ['phpunit.xml.dist', 'build'],
    ['composer.json', 'build'],
  ])('%s is known for what runs it', (path, reason) => {
    expect(protectionOf(path, posix)).toBe(reason);
  });

  test.each([
    'src/a.ts',
    'README.md',
    '.gitignore',
    'git/config',
    'src/vscode/settings.json',
    'my.git.txt',
    'src/package.jsonc',
    'Pipfile.lock',
    'src/proj.ts',
    'a.csproj.md',
    'src/karma.ts',
    'package-lock.json',
    'Makefile',
    'Dockerfile',
    '.github/ISSUE_TEMPLATE/a.md',
    'docs/agents.mdx',
    'src/config/HEAD.ts',
    'src/conf.py',
    'src/artisan.php',
    'src/tsconfig.ts',
    'docs/skill.mdx',
    'src/bsp/a.json',
    'src/dub.jsonc',
    'composer.lock',
    'src/project.tomlx',
    'docs/lintr.md',
    '.ruby-version',
    '/repo/.claude/worktrees/one/src/a.ts',
  ])('%s is not one', (path) => {
    expect(protectionOf(path, posix)).toBeUndefined();
  });

  test.each([
    '.GIT/config',
    '.Git/Hooks/pre-commit',
    '.vſcode/settings.json',
    '.git\u200C/config',
    '.g\u200Bit/config',
    '.\u{FF47}it/config',
    './/.git//config',
    'src/../.git/config',
    'nothing/here/../../.vscode/tasks.json',
    'line\nbreak/.git/config',
    'file:///work/.git/config',
    '.vscode/../.vscode/tasks.json',
    'packages/.VSCODE/./tasks.json',
    'sub/.npmrc',
    'deep/er/AGENTS.md',
    'deep/agents.MD',
    '.github/./workflows//ci.yml',
    '.git\u2060/config',
    '.g\u0131t/../.git/config',
    '\u{2024}git/config',
    '/other/place/.git/config',
    '/repo/.claude/worktrees/one/.vscode/settings.json',
    '/repo/.claude/worktrees/one/.claude/settings.json',
    '/repo/.claude/worktrees/one',
  ])('is known by another spelling: %j', (path) => {
    expect(protectionOf(path, posix)).toBeDefined();
  });

  test.each([
    String.raw`.git\config`,
    String.raw`C:\work\.GIT\hooks\pre-commit`,
    '.git./config',
    '.git /config',
    '.git. . ./config',
    '.git::$INDEX_ALLOCATION/config',
    '.git/config::$DATA',
    '.vscode/settings.json:stream',
    '.npmrc::$DATA',
    'AGENTS.md.',
    'GIT~1/config',
    String.raw`VSCODE~1\tasks.json`,
    String.raw`\\?\C:\work\.vscode\tasks.json`,
    String.raw`\\server\share\.vscode\tasks.json`,
  ])('is known on Windows as %s', (path) => {
    expect(protectionOf(path, windows)).toBeDefined();
  });

  test('a name that only Windows reads as another one is not it elsewhere', () => {
    expect(protectionOf('.npmrc::$DATA', posix)).toBeUndefined();
    expect(protectionOf('AGENTS.md.', posix)).toBeUndefined();
  });

  test('is known by composed and decomposed letters', () => {
    const settings = readProtectedFiles({ 'caf\u00E9.txt': true });
    expect(protectionOf('cafe\u0301.txt', posix, settings)).toBe('setting');
  });

  test('is known behind a link to the file or to its folder, and through a link that has such a name', () => {
    const scope = linking({
      '/work/notes.txt': '/work/.git/config',
      '/work/a': '/work/.vscode',
      '/work/.b': '/x',
    });
    expect(protectionOf('notes.txt', scope)).toBe('versionControl');
    expect(protectionOf('a/tasks.json', scope)).toBe('editor');
    expect(protectionOf('.b/a.ts', scope)).toBeUndefined();
    expect(protectionOf('.claude/a', linking({ '/work/.claude': '/work/rules' }))).toBe('agent');
  });

  test('is in a repository without `.git`, or completes one', () => {
    const bare = having('/work/bare/HEAD', '/work/bare/objects');
    expect(protectionOf('bare/config', bare)).toBe('versionControl');
    expect(protectionOf('bare/hooks/post-checkout', bare)).toBe('versionControl');
    expect(protectionOf('new/HEAD', having('/work/new/config'))).toBe('versionControl');
    expect(protectionOf('new/config', having('/work/new/HEAD'))).toBe('versionControl');
    expect(protectionOf('src/config', having('/work/src/objects'))).toBeUndefined();
    expect(protectionOf('src/config/a.ts', posix)).toBeUndefined();
  });

  test('is every name of the list, in any folder', () => {
    for (const [reason, globs] of Object.entries(PROTECTED_FILES)) {
      for (const glob of globs) {
        const name = glob.replace(/\{([^,}]*)[^}]*\}/g, '$1').replaceAll(/\*+/g, 'x');
        expect([glob, protectionOf(`a/${name}`, posix)]).not.toEqual([glob, undefined]);
        expect([glob, reason, protectionOf(name.toUpperCase(), posix)]).not.toEqual([
          glob,
          reason,
          undefined,
        ]);
      }
    }
  });
});

describe('the setting', () => {
  test('adds files and lifts protection, the last pattern that matches deciding', () => {
    const settings = readProtectedFiles({
      'infra/**': true,
      '**/.vscode/**': false,
      '.vscode/tasks.json': true,
      'package.json': false,
    });
    expect(protectionOf('infra/main.tf', posix, settings)).toBe('setting');
    expect(protectionOf('.vscode/settings.json', posix, settings)).toBeUndefined();
    expect(protectionOf('.vscode/tasks.json', posix, settings)).toBe('editor');
    expect(protectionOf('package.json', posix, settings)).toBeUndefined();
    expect(protectionOf('sub/package.json', posix, settings)).toBe('packageManager');
  });

  test('of a workspace adds files and lifts nothing', () => {
    const settings = readProtectedFiles({ 'a.txt': false }, { '**': false, 'a.txt': true, '.git/**': false });
    expect(protectionOf('.git/config', posix, settings)).toBe('versionControl');
    expect(protectionOf('a.txt', posix, settings)).toBe('setting');
    expect(protectionOf('b.txt', posix, settings)).toBeUndefined();
  });

  test('lifts no protection by a link: both names have to be meant', () => {
    const settings = readProtectedFiles({ 'notes.txt': false, 'a/**': false });
    const scope = linking({ '/work/notes.txt': '/work/.git/config', '/work/a': '/work/.vscode' });
    expect(protectionOf('notes.txt', scope, settings)).toBe('versionControl');
    expect(protectionOf('a/tasks.json', scope, settings)).toBe('editor');
  });

  test.each([undefined, null, 'x', 7, [], { '.git/**': 'no' }, { '.git/**': 0 }, { '.git/**': null }])(
    'that cannot be read lifts nothing: %j',
    (value) => {
      expect(protectionOf('.git/config', posix, readProtectedFiles(value))).toBe('versionControl');
    },
  );
});

function verdict(
  rules: unknown,
  call: Partial<ToolCallPatch>,
  { scope = posix, workspace = [] }: { scope?: PathScope; workspace?: unknown } = {},
): Verdict {
  return judge(
    {
      userRules: readRules('user', rules),
      workspaceRules: readRules('workspace', workspace),
      isReadOnly: false,
    },
    { facts: factsOf('A', createToolCall({ toolCallId: 't', ...call }), scope.family), scope },
  );
}

function edit(...paths: readonly string[]): Partial<ToolCallPatch> {
  return { kind: 'edit', content: paths.map((path) => ({ type: 'diff', path, newText: '' })) };
}

describe('rules', () => {
  test.each([
    { action: 'allow' },
    { action: 'allow', path: '**' },
    { action: 'allow', path: '**/*' },
    { action: 'allow', path: '/work/**' },
    { action: 'allow', path: '.git/*' },
    { action: 'allow', path: '.git/confi?' },
    { action: 'allow', path: '.git/confi[g]' },
    { action: 'allow', path: '.git/{config,x}' },
    { action: 'allow', path: ['**', '.git/other'] },
    { action: 'allow', kind: 'edit' },
    { action: 'allow', agent: 'A' },
  ])('with wildcards or without the file do not allow it: %j', (rule) => {
    expect(verdict([rule], edit('/work/a.txt')).action).toBe(
      rule.path === undefined ||
        rule.path.includes('**') ||
        rule.path.includes('/work/**') ||
        rule.path === '**/*'
        ? 'allow'
        : 'ask',
    );
    expect(verdict([rule], edit('/work/.git/config'))).toEqual({
      action: 'ask',
      protectedFiles: [{ path: '/work/.git/config', reason: 'versionControl' }],
    });
  });

  test.each(['.git/config', './.git/config', '/work/.git/config'])(
    'of the user that name the file allow it: %s',
    (path) => {
      expect(
        verdict(
          [
            { action: 'allow', path: '**' },
            { action: 'allow', path },
          ],
          edit('.git/config'),
        ),
      ).toEqual({
        action: 'allow',
        rule: `user rule 2: allow, path ${path}`,
      });
    },
  );

  test('of the user may name files in the home folder', () => {
    expect(verdict([{ action: 'allow', path: '~/.bashrc' }], edit('/home/me/.bashrc')).action).toBe('allow');
    expect(verdict([{ action: 'allow', path: '~/*' }], edit('/home/me/.bashrc')).action).toBe('ask');
  });

  test('of the user have to name each of the files', () => {
    const rules = [{ action: 'allow', path: ['src/**', '.vscode/tasks.json'] }];
    expect(verdict(rules, edit('src/a.ts', '.vscode/tasks.json')).action).toBe('allow');
    expect(verdict(rules, edit('.vscode/tasks.json', '.vscode/settings.json')).action).toBe('ask');
    expect(verdict(rules, edit('src/.vscode/tasks.json')).action).toBe('ask');
  });

  test('of the user name the file by its real path: a link in its place is not what was named', () => {
    const scope = linking({ '/work/notes.txt': '/work/.git/config', '/work/.vscode': '/work/.husky' });
    expect(verdict([{ action: 'allow', path: 'notes.txt' }], edit('notes.txt'), { scope }).action).toBe(
      'ask',
    );
    expect(verdict([{ action: 'allow', path: '.vscode/a' }], edit('.vscode/a'), { scope }).action).toBe(
      'ask',
    );
    const both = [{ action: 'allow', path: ['notes.txt', '.git/config'] }];
    expect(verdict(both, edit('notes.txt'), { scope }).action).toBe('allow');
  });

  test('of the user name the file where the session’s folder is a link', () => {
    const scope = linking({ '/work': '/real/work' });
    expect(verdict([{ action: 'allow', path: '.git/config' }], edit('.git/config'), { scope }).action).toBe(
      'allow',
    );
  });

  test('of a workspace never allow it', () => {
    const workspace = [{ action: 'allow', path: '.git/config' }];
    expect(verdict([], edit('.git/config'), { workspace }).action).toBe('ask');
    const user = [{ action: 'allow', path: '.git/config' }];
    expect(
      verdict(user, edit('.git/config'), { workspace: [{ action: 'ask', path: '.git/**' }] }),
    ).toMatchObject({
      action: 'ask',
      rule: 'workspace rule 1: ask, path .git/**',
      protectedFiles: [{ reason: 'versionControl' }],
    });
  });

  test('that deny it still deny', () => {
    expect(verdict([{ action: 'deny', path: '**' }], edit('.git/config'))).toEqual({
      action: 'deny',
      rule: 'user rule 1: deny, path **',
    });
  });

  test.each(['edit', 'delete', 'move', 'other', 'execute', 'my_kind'])(
    'do not allow a call of kind %s',
    (kind) => {
      expect(
        verdict([{ action: 'allow' }], { kind, locations: [{ path: '.vscode/tasks.json' }] }).action,
      ).toBe('ask');
    },
  );

  test('allow to read it', () => {
    expect(
      verdict([{ action: 'allow', path: '**' }], { kind: 'read', locations: [{ path: '.git/config' }] }),
    ).toEqual({
      action: 'allow',
      rule: 'user rule 1: allow, path **',
    });
    const disguised = { ...edit('.git/config'), kind: 'read' };
    expect(verdict([{ action: 'allow', path: '**' }], disguised).action).toBe('ask');
  });

  test('allow no tool of a server that names it', () => {
    const call = { name: 'mcp__fs__write_file', kind: 'other', rawInput: { path: '/work/.git/config' } };
    expect(verdict([{ action: 'allow', mcpTool: 'fs/*' }], call).action).toBe('ask');
  });

  test('do not allow to move a file from or to such a place, or a folder that has one', () => {
    const rules = [{ action: 'allow', path: '**' }];
    const move = { kind: 'move', rawInput: { source: 'a.txt', destination: '.git/hooks/pre-commit' } };
    expect(verdict(rules, move).action).toBe('ask');
    const back = { kind: 'move', rawInput: { source: '.npmrc', destination: 'a.txt' } };
    expect(verdict(rules, back).action).toBe('ask');
    const folder = { kind: 'delete', locations: [{ path: 'sub' }] };
    expect(verdict(rules, folder).action).toBe('allow');
    expect(verdict(rules, folder, { scope: listing({ '/work/sub': ['.git'] }) })).toMatchObject({
      action: 'ask',
      protectedFiles: [{ path: '/work/sub/.git', reason: 'versionControl' }],
    });
  });

  test('with a wildcard never allow a protected file, whatever they are', () => {
    const part = fc.constantFrom(
      '.git',
      '.vscode',
      'src',
      '**',
      '*',
      '.*',
      '?git',
      '[.]git',
      '{.git,a}',
      'config',
    );
    const glob = fc
      .array(part, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('/'))
      .filter((text) => /[*?[\]{}]/.test(text));
    const rule = fc.record(
      {
        action: fc.constant('allow'),
        agent: fc.constant('A'),
        kind: fc.constant('edit'),
        path: fc.oneof(glob, fc.array(glob, { minLength: 1, maxLength: 3 })),
      },
      { requiredKeys: ['action'] },
    );
    const path = fc.constantFrom(
      '.git/config',
      '.GIT/config',
      '.vscode/tasks.json',
      'src/.git/hooks/a',
      '.npmrc',
    );
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), path, (rules, named) => {
        expect(verdict(rules, edit(named)).action).toBe('ask');
      }),
    );
  });
});

describe('a folder', () => {
  const scope = listing({
    '/work/pkg': ['lib', 'package.json'],
    '/work/pkg/lib': ['a.ts'],
    '/work/sub': ['in'],
    '/work/sub/in': ['secret.key'],
    '/work/lib2': ['workflows'],
    '/work/lib2/workflows': ['ci.yml'],
    '/work/workflows': ['ci.yml'],
    '/work/plain': ['deep'],
    '/work/plain/deep': ['a.ts'],
    '/work/large': Array.from({ length: 3_000 }, (_, index) => `${index}.ts`),
  });
  const git = ['checkout', 'restore', 'reset', 'rm', 'mv'].map((name) => `git ${name}`);
  const rules = [
    { action: 'deny', path: '**/*.key' },
    { action: 'allow', kind: ['delete', 'move'], path: '**' },
    { action: 'allow', command: git },
  ];
  const moveOf = (source: string, destination: string): Omit<ToolCallPatch, 'toolCallId'> => ({
    kind: 'move',
    rawInput: { source, destination },
  });
  const deletionOf = (path: string): Omit<ToolCallPatch, 'toolCallId'> => ({
    kind: 'delete',
    locations: [{ path }],
  });

  test.each([
    ['holds a protected file', deletionOf('pkg')],
    ['holds a protected file', moveOf('pkg', 'pkg2')],
    ['holds a file that a rule denies', deletionOf('sub')],
    ['holds a file that a rule denies, further down', moveOf('sub', 'sub2')],
    ['is too large to look into', deletionOf('large')],
    ['holds what is protected at the new place', moveOf('lib2', '.github')],
    ['is protected in the new place', moveOf('workflows', '.github')],
    ['holds what is protected at the new place', moveOf('lib2', 'other/.gitea/')],
  ])('that %s is not deleted or moved unasked: %#', (_why, call) => {
    expect(verdict(rules, call, { scope }).action).toBe('ask');
  });

  test.each([deletionOf('plain'), moveOf('plain', 'src/plain'), moveOf('plain/deep', 'lib2')])(
    'that holds nothing of the kind is: %#',
    (call) => {
      expect(verdict(rules, call, { scope }).action).toBe('allow');
    },
  );

  test.each([
    'git checkout evil -- pkg',
    'git checkout HEAD~1 -- plain',
    'git restore -s HEAD~1 pkg',
    'git checkout evil gone',
    'git checkout evil -- gone/deep',
    'git restore -s evil gone.d',
    'git restore pkg/',
    'git checkout -- gone',
    'git checkout -q -- gone/deep',
    'git checkout gone/',
    'git checkout ./gone',
    'git checkout gone/.',
    'git checkout /work/gone',
    'git rm -r pkg',
    'git mv pkg pkg2',
    'git rm -r sub',
    'git mv sub sub2',
    'git rm -r large',
    'git mv lib2 .github',
    'git mv lib2 .gitea',
    'git mv workflows .github',
    'git mv plain workflows .github',
  ])('is not changed unasked by %j', (line) => {
    expect(verdict(rules, { kind: 'execute', rawInput: { command: line } }, { scope }).action).toBe('ask');
  });

  test.each([
    'git rm -r plain',
    'git mv plain src',
    'git mv lib2 lib3',
    'git restore plain/deep/a.ts',
    'git restore --staged plain',
    'git checkout main',
    'git checkout feature/gone',
    'git checkout release-1.0',
    'git checkout -',
    'git checkout -- plain/deep/a.ts',
    'git reset -- plain/deep/gone.ts',
    'git checkout main -- plain/deep/a.ts',
  ])('is changed by %j', (line) => {
    expect(verdict(rules, { kind: 'execute', rawInput: { command: line } }, { scope }).action).toBe('allow');
  });

  test.each([
    [String.raw`a\b`, 'out/a?b'],
    [String.raw`a\b`, 'out/*b'],
    [String.raw`plain\workflows`, 'out/plain?workflows'],
  ])('of this name keeps it in the folder that it is moved to: %s', (name, path) => {
    const named = listing({ '/work': [name, 'out'], '/work/out': [] });
    const denying = [{ action: 'deny', path }, ...rules];
    expect(verdict(denying, moveOf(name, 'out'), { scope: named }).action).toBe('ask');
    expect(verdict(denying, moveOf(name, 'other'), { scope: named }).action).toBe('allow');
  });

  test('of a name with a backslash is not taken for its last part', () => {
    const named = listing({ '/work': [String.raw`a\workflows`, '.github'], '/work/.github': [] });
    const { protectedFiles = [] } = verdict(rules, moveOf(String.raw`a\workflows`, '.github'), {
      scope: named,
    });
    expect(protectedFiles.map(({ path }) => path)).not.toContain('/work/.github/workflows');
  });

  test.each([
    ['of 16 folders with 29 entries each', 16, 29, 'ask'],
    ['of two folders with 240 entries each', 2, 240, 'ask'],
    ['of one folder with 450 entries', 1, 450, 'allow'],
    ['of 8 folders with 2 entries each', 8, 2, 'allow'],
  ])('is moved without looking at more places than a limit: %s', (_what, folders, entries, action) => {
    const names = Array.from({ length: folders }, (_, index) => `d${index}`);
    const files = Array.from({ length: entries }, (_, index) => `${index}.ts`);
    const full = listing(Object.fromEntries(names.map((name) => [`/work/${name}`, files])));
    let lookedUp = 0;
    const counting: PathScope = {
      ...full,
      realPath(path) {
        lookedUp++;
        return path;
      },
    };
    const locations = [...names, 'target'].slice(0, 16).map((path) => ({ path: `/work/${path}` }));
    expect(verdict(rules, { kind: 'move', locations }, { scope: counting }).action).toBe(action);
    expect(lookedUp).toBeLessThan(2_000);
    lookedUp = 0;
    const line = `git mv ${names.join(' ')} target`;
    verdict(rules, { kind: 'execute', rawInput: { command: line } }, { scope: counting });
    expect(lookedUp).toBeLessThan(2_000);
  });
});
