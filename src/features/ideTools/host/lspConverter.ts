// VS Code's objects as the JSON of the Language Server Protocol, by the converters of `vscode-languageclient`.
import { LanguageClient, type Code2ProtocolConverter } from 'vscode-languageclient/node';

let made: Code2ProtocolConverter | undefined;

/** The converter of a client that is never started: the package hands it out in no other way. */
export function lspConverter(): Code2ProtocolConverter {
  made ??= new LanguageClient('parley-ide', 'Parley IDE tools', { command: '' }, {}).code2ProtocolConverter;
  return made;
}
