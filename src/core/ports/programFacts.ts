// What is known of the program behind an agent before it is started, and of the environment it would have.

/** A program that another one needs, such as Node for a script. */
export interface FoundProgram {
  readonly name: string;
  /** Absolute; undefined where it was not found. */
  readonly path: string | undefined;
  readonly version: string | undefined;
}

export interface ProgramFacts {
  /** As the settings name it; of a CLI in RPC mode the CLI itself. */
  readonly command: string;
  /** Absolute; undefined where it was not found. */
  readonly path: string | undefined;
  /** Where links lead from `path`, where that is another file. */
  readonly realPath: string | undefined;
  /** Where a program of that name is that is not on the PATH; absolute. */
  readonly offPath: string | undefined;
  readonly version: string | undefined;
  /** What the first line of a script names, other than a file by its path. */
  readonly interpreter: FoundProgram | undefined;
  readonly isFolderThere: boolean;
  /** The absolute folders of the PATH, in their order. */
  readonly pathFolders: readonly string[];
  /** Node, npx and uvx. */
  readonly tools: readonly FoundProgram[];
  /** The variables that name a proxy. */
  readonly proxies: readonly { readonly name: string; readonly value: string }[];
  /** The file that `NODE_EXTRA_CA_CERTS` names. */
  readonly certificates: { readonly path: string; readonly isThere: boolean } | undefined;
}

/** What the editor knows besides. */
export interface EditorFacts {
  /** The setting `http.proxy`; empty where it is not set. */
  readonly proxy: string;
  /** Where the extension host runs, such as `wsl`; undefined on the machine of the user. */
  readonly remoteName: string | undefined;
}
