/** Files that the home page and a transaction do not need at first: they are kept in the background. Each matches a file of the build. */
export const LATER_FILES: readonly RegExp[] = [
  /\/evmole/, // functions recovered from bytecode
  /\/code-extensions-/, // the editor that shows sources
  /-latin-ext-/, // letters of names that few have
  /\/DebuggerTab-/,
  /\/FundFlow-/,
  /\/settings-/,
  /\/diff-/,
];
