// A custom editor of files that no text document shows: a command changes what it holds, and saving writes that.
const vscode = require('vscode');

exports.activate = ({ subscriptions }) => {
  const changed = new vscode.EventEmitter();
  const documents = new Map();
  const provider = {
    onDidChangeCustomDocument: changed.event,
    openCustomDocument: async (uri) => {
      const document = { uri, bytes: await vscode.workspace.fs.readFile(uri), dispose: () => undefined };
      documents.set(uri.toString(), document);
      return document;
    },
    resolveCustomEditor: (document, panel) => {
      panel.webview.html = 'A custom editor';
    },
    saveCustomDocument: (document) => vscode.workspace.fs.writeFile(document.uri, document.bytes),
    saveCustomDocumentAs: (document, to) => vscode.workspace.fs.writeFile(to, document.bytes),
    revertCustomDocument: async (document) => {
      document.bytes = await vscode.workspace.fs.readFile(document.uri);
    },
    backupCustomDocument: async (document, { destination }) => {
      await vscode.workspace.fs.writeFile(destination, document.bytes);
      return { id: destination.toString(), delete: () => vscode.workspace.fs.delete(destination) };
    },
  };
  subscriptions.push(
    vscode.window.registerCustomEditorProvider('parleyTest.custom', provider),
    vscode.commands.registerCommand('parleyTest.type', (uri, text) => {
      const document = documents.get(uri.toString());
      const before = document.bytes;
      const after = Buffer.concat([before, Buffer.from(text)]);
      document.bytes = after;
      changed.fire({
        document,
        undo: () => (document.bytes = before),
        redo: () => (document.bytes = after),
      });
    }),
  );
};
