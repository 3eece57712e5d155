/**
 * The bundled table of common signatures: public standards and widely used
 * contracts, so that most transactions read well before anything is asked of
 * anybody. A selector has four bytes, so a signature found here is a
 * candidate: take it when the bytes fit it (`decodeWithSignature`).
 */
import type { NameOrigin } from '../chain/name';
import type { Hash, Selector } from '../chain/primitives';
import { parseSignature, signatureOf, topicOf } from './signature';

/** The signature of a selector or topic and where it came from; several when the candidates collide. */
export type SignatureCandidate = { selector: Selector | Hash; signature: string; origin: NameOrigin };

export type SignatureTable = {
  /** Signatures with parameter names and return values: `transfer(address to, uint256 value) returns (bool)`. */
  functions(selector: Selector): readonly SignatureCandidate[];
  errors(selector: Selector): readonly SignatureCandidate[];
  /** Signatures with `indexed`; several when standards index the same parameters differently. */
  events(topic: Hash): readonly SignatureCandidate[];
};

type Rows = Readonly<Record<string, string>>;
type Tables = { functions: Rows; errors: Rows; events: Rows };

let loading: Promise<SignatureTable> | undefined;

/** Loads the table on first use and keeps it. Where it cannot be loaded, the next call tries again. */
export function loadSignatureTable(): Promise<SignatureTable> {
  loading ??= import('./signatures.gen.json').then(
    (module) => createTable(module.default),
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

function createTable(tables: Tables): SignatureTable {
  return {
    functions: (selector) => candidates(tables.functions, selector, selector),
    errors: (selector) => candidates(tables.errors, selector, selector),
    events: (topic) =>
      candidates(tables.events, topic, topic.slice(0, 10)).filter(({ signature }) => hasTopic(signature, topic)),
  };
}

function candidates(rows: Rows, selector: Selector | Hash, key: string): readonly SignatureCandidate[] {
  const row = Object.hasOwn(rows, key) ? rows[key] : '';
  if (row === '') return [];
  return row.split('|').map((signature) => ({ selector, signature, origin: 'signatureTable' }));
}

function hasTopic(signature: string, topic: Hash): boolean {
  const parsed = parseSignature(signature);
  return parsed.ok && topicOf(signatureOf(parsed.value)) === topic;
}
