/** A file of a project as it is handed in; nothing in this room opens one. */
export type ProjectFile = {
  /** From the project's root, with `/` between its parts: `out/Token.t.sol/TokenTest.json`. */
  path: string;
  read(): Promise<Uint8Array>;
};
