// Finds and reads VS Code's descriptions of MCP servers: of the user's profile, of the workspace file, of each folder.
import * as vscode from 'vscode';
import { mcpConfigFile } from '../../../core/mcp/mcpConfigFile.ts';
import { mcpStrings } from '../../../core/mcp/mcpStrings.ts';
import { readConfigFile, type ReadConfig } from '../node/readConfigFile.ts';
import { userMcpFile } from '../node/userMcpFile.ts';
import type { ReadMcpFile } from '../../../host/settings/mcpFiles.ts';

/** In the order in which servers of one name count. Never rejects. */
export async function readMcpFiles(globalStorage: vscode.Uri): Promise<readonly ReadMcpFile[]> {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const [first] = workspaceFolders;
  const window = workspaceFile ?? (workspaceFolders.length === 1 ? first?.uri : undefined);
  const user = vscode.Uri.file(await userMcpFile(globalStorage.fsPath, window?.toString()));
  const read = async (
    uri: vscode.Uri,
    folder: string | undefined,
    reading: Promise<ReadConfig>,
  ): Promise<readonly ReadMcpFile[]> => {
    const config = fileConfig(uri.fsPath, await reading);
    return config === undefined ? [] : [{ uri: uri.toString(), path: uri.fsPath, folder, config }];
  };
  const ofWorkspaceFile =
    workspaceFile?.scheme === 'file' && first !== undefined
      ? [
          read(
            workspaceFile,
            first.uri.fsPath,
            readConfigFile(workspaceFile.fsPath, { under: ['settings', 'mcp'] }),
          ),
        ]
      : [];
  const ofFolders = workspaceFolders
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => {
      const file = vscode.Uri.joinPath(uri, '.vscode', 'mcp.json');
      return read(file, uri.fsPath, readConfigFile(file.fsPath, { within: uri.fsPath }));
    });
  return (
    await Promise.all([read(user, undefined, readConfigFile(user.fsPath)), ...ofWorkspaceFile, ...ofFolders])
  ).flat();
}

/** Undefined where there is no file. */
function fileConfig(path: string, read: ReadConfig): ReadMcpFile['config'] | undefined {
  if (read === undefined) return undefined;
  if ('problem' in read) {
    return { servers: {}, inputs: [], problems: [mcpStrings.fileUnreadable(path, read.problem)] };
  }
  const config = mcpConfigFile(read.value);
  return { ...config, problems: config.problems.map((problem) => mcpStrings.fileUnreadable(path, problem)) };
}
