// What a check says of an agent's program and its environment: PATH, Node, proxy, folder, remote window.
import type { ProcessLaunch } from '../../../core/settings/agentSettings.ts';
import type { Finding } from './checkReport.ts';
import { findingStrings } from './findingStrings.ts';
import type { EditorFacts, ProgramFacts } from '../../../core/ports/programFacts.ts';

/** Agents from npm ask for this major version of Node or a newer one. */
const MIN_NODE_MAJOR = 20;

/** Errors first, then warnings, then what is only worth knowing. */
export function findingsOf(
  launch: ProcessLaunch,
  facts: ProgramFacts,
  editor: EditorFacts,
): readonly Finding[] {
  const all = [
    ...ofProgram(facts),
    ...ofFolder(launch, facts),
    ...ofRemote(facts, editor),
    ...ofNode(facts),
    ...ofProxy(facts, editor),
    ...ofEnvironment(launch),
    ...ofPath(facts),
  ];
  return (['error', 'warning', 'info'] as const).flatMap((severity) =>
    all.filter((finding) => finding.severity === severity),
  );
}

function ofProgram({ command, path, offPath, pathFolders, interpreter }: ProgramFacts): readonly Finding[] {
  if (path === undefined) {
    const isPath = /[\\/]/.test(command);
    const text = isPath
      ? findingStrings.noSuchProgram(command)
      : findingStrings.notOnPath(command, pathFolders.length);
    const hint: readonly Finding[] =
      offPath === undefined
        ? []
        : [{ topic: 'program', severity: 'warning', text: findingStrings.offPath(offPath) }];
    return [{ topic: 'program', severity: 'error', text }, ...hint];
  }
  if (interpreter !== undefined && interpreter.path === undefined) {
    return [
      { topic: 'program', severity: 'error', text: findingStrings.noInterpreter(path, interpreter.name) },
    ];
  }
  return [];
}

function ofFolder({ cwd }: ProcessLaunch, { isFolderThere }: ProgramFacts): readonly Finding[] {
  return isFolderThere ? [] : [{ topic: 'folder', severity: 'error', text: findingStrings.noFolder(cwd) }];
}

function ofRemote({ path, realPath }: ProgramFacts, { remoteName }: EditorFacts): readonly Finding[] {
  if (remoteName === undefined) return [];
  const isOfWindows =
    remoteName === 'wsl' && [path, realPath].some((each) => /^\/mnt\/[a-z]\//.test(each ?? ''));
  const warning: readonly Finding[] = isOfWindows
    ? [{ topic: 'remote', severity: 'warning', text: findingStrings.windowsProgram(path ?? '') }]
    : [];
  return [...warning, { topic: 'remote', severity: 'info', text: findingStrings.runsRemotely(remoteName) }];
}

function ofNode({ tools, interpreter }: ProgramFacts): readonly Finding[] {
  return tools.map(({ name, path, version }): Finding => {
    const topic = 'node';
    if (path === undefined) return { topic, severity: 'info', text: findingStrings.noTool(name) };
    const major = Number(/^\d+/.exec(version ?? '')?.[0] ?? MIN_NODE_MAJOR);
    if (name === 'node' && major < MIN_NODE_MAJOR) {
      const severity = interpreter?.name === 'node' ? 'warning' : 'info';
      return { topic, severity, text: findingStrings.oldNode(version ?? '', path, MIN_NODE_MAJOR) };
    }
    return { topic, severity: 'info', text: findingStrings.tool(name, version, path) };
  });
}

function ofProxy({ proxies, certificates }: ProgramFacts, { proxy }: EditorFacts): readonly Finding[] {
  const topic = 'proxy';
  const found: Finding[] = proxies.map(({ name, value }) => ({
    topic,
    severity: 'info',
    text: findingStrings.proxyVariable(name, value),
  }));
  const hasProxy = proxies.some(({ name }) => !/^no_proxy$/i.test(name));
  if (proxy !== '' && !hasProxy) {
    found.push({ topic, severity: 'warning', text: findingStrings.proxyNotPassed(proxy) });
  }
  if (proxy === '' && !hasProxy) found.push({ topic, severity: 'info', text: findingStrings.noProxy() });
  if (certificates?.isThere === false) {
    found.push({ topic, severity: 'warning', text: findingStrings.noCertificates(certificates.path) });
  }
  return found;
}

/** Names alone: the values are the user's. */
function ofEnvironment({ env }: ProcessLaunch): readonly Finding[] {
  const names = Object.keys(env).filter((name) => name !== 'ELECTRON_RUN_AS_NODE');
  return names.length === 0
    ? []
    : [{ topic: 'environment', severity: 'info', text: findingStrings.environment(names.join(', ')) }];
}

function ofPath({ pathFolders }: ProgramFacts): readonly Finding[] {
  return pathFolders.length === 0
    ? [{ topic: 'path', severity: 'warning', text: findingStrings.emptyPath() }]
    : [{ topic: 'path', severity: 'info', text: findingStrings.path(pathFolders.join('\n')) }];
}
