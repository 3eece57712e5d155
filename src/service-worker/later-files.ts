/** Files that the home page and a transaction do not need at first: they are kept in the background. Each matches a file of the build. */
export const LATER_FILES: readonly RegExp[] = [
  /\/evmole/, // functions recovered from bytecode
  /\/code-extensions-/, // the editor that shows sources
  /-latin-ext-/, // letters of names that few have
  /\/DebuggerTab-/,
  /\/FundFlow-/,
  /\/diff-/,
  /\/(contract|list|settings|simulator|wallet)-pages-/,
  /\/trace-(safety|simulate)-/,
  /\/virtual-(host|networks)-/, // chains that live in the browser
  /\/(compiler|indexer)\.worker-/,
  /\/(bls12|bls12-381|bn254|kzg)-/, // precompiles that few transactions call
];
