/** Names of addresses and signatures, and who gave them. */

/**
 * Who may give a name, best first: the reader's own word, then what was compared with the code, then what this deployment
 * says, then what is only claimed or guessed.
 */
export const NAME_ORIGINS = [
  'reader', // the reader's own label
  'verifiedHere', // sources the reader handed in, compiled here and compared
  'buildOutput', // imported Hardhat, Foundry or standard JSON output
  'sourcify',
  'blockscout', // verified at the network's Blockscout
  'etherscan', // verified at an explorer with Etherscan's API
  'hosted', // verified at the hosted API
  'readerAbi', // an ABI the reader gave for this code; nothing says that it is the code's
  'config', // named by this deployment's configuration
  'token', // name() or symbol() of the contract itself
  'builtin', // precompiles and well-known addresses
  'traceFile', // claimed by a trace file that was opened
  'signatureTable', // bundled table of common selectors
  'signatureService', // looked up with the reader's consent
] as const;

export type NameOrigin = (typeof NAME_ORIGINS)[number];

/** A name somebody gave. The text is untrusted: show it through `harmlessText`. */
export type Name = { text: string; origin: NameOrigin };
