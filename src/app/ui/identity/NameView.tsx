import type { Name, NameOrigin } from '../../../core/chain/name';
import { harmlessText } from '../../../core/text/harmless';

/** The origin of a name, in words for the reader. */
export const ORIGIN_TEXT: Record<NameOrigin, string> = {
  reader: 'your own label',
  verifiedHere: 'source you verified here',
  buildOutput: 'imported build output',
  sourcify: 'verified source on Sourcify',
  blockscout: 'verified source on Blockscout',
  etherscan: 'verified source on Etherscan',
  hosted: 'verified source at the hosted API',
  readerAbi: 'an ABI you gave',
  config: 'this deployment',
  token: 'the contract itself',
  builtin: 'well-known address',
  traceFile: 'a trace file you opened',
  signatureTable: 'bundled table of signatures',
  signatureService: 'signature service',
};

const LIMIT = 60; // UTF-16 units of a name

/** Shows a name that somebody gave, made harmless; its origin is in the tooltip. */
export function NameView({ name, limit = LIMIT }: { name: Name; limit?: number }) {
  return <bdi title={`From: ${ORIGIN_TEXT[name.origin]}`}>{harmlessText(name.text, limit)}</bdi>;
}
