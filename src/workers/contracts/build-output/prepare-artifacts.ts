/** Imported build output, indexed by code. Loaded where there is some. */
import { type AbiIndex, createAbiIndex } from '../../../core/abi/abi-index';
import { parseHex } from '../../../core/chain/hex';
import { bestCreation, type CreationMatcher, creationMatcher } from '../../../core/contract/matching/creation-code';
import { type CodeIndex, type CodeMatch, createCodeIndex } from '../../../core/contract/matching/match-code';
import type { ArtifactRow } from '../../../db/rows/artifact-row';

/** Creation bytecode shorter than this could start any contract, so it has to be all of the init code. */
const SHORTEST_CREATION = 32;
const NO_BYTES = new Uint8Array(0);

/** Indexes that are made once of the artefacts. */
export type Prepared = {
  /** The artefacts that it was made of. */
  rows: readonly ArtifactRow[];
  /** Finds artefacts by runtime code. */
  code: CodeIndex<ArtifactRow>;
  /** Artefacts that have an ABI, with its index. */
  described: readonly { artifact: ArtifactRow; index: AbiIndex }[];
  /** The ABI of each entry of `described`. */
  abis: readonly AbiIndex[];
  /** The artefact whose creation bytecode the init code starts with, metadata aside, and how long that is. */
  ofInitCode(initCode: Uint8Array): (Constructor & { match: CodeMatch }) | undefined;
};

/** A constructor, with a matcher of its creation bytecode with init code. `length` is that of the bytecode, bytes. */
export type Constructor = { artifact: ArtifactRow; index: AbiIndex; length: number; matches: CreationMatcher };

/** Returns what is found by code among the artefacts. Linear in their bytes. */
export function prepareArtifacts(rows: readonly ArtifactRow[]): Prepared {
  const indexed = rows.map((artifact) => ({ artifact, index: createAbiIndex(artifact.abi) }));
  const described = indexed.filter(({ artifact }) => artifact.abi.length > 0);
  // The longest first.
  const creation: readonly Constructor[] = indexed
    .map((one) => ({ ...one, bytes: parseHex(one.artifact.creationBytecode) ?? NO_BYTES }))
    .filter(({ bytes }) => bytes.length > 0)
    .sort((a, b) => b.bytes.length - a.bytes.length)
    .map(({ bytes, ...one }) => ({
      ...one,
      length: bytes.length,
      matches: wholeWhereShort(bytes.length, creationMatcher({ bytes, holes: [] })),
    }));
  return {
    rows,
    code: createIndexes(rows),
    described,
    abis: described.map(({ index }) => index),
    ofInitCode(initCode) {
      const found = bestCreation(creation, ({ matches }) => matches(initCode));
      return found && { ...found.candidate, match: found.match };
    },
  };
}

function wholeWhereShort(length: number, matches: CreationMatcher): CreationMatcher {
  return length >= SHORTEST_CREATION
    ? matches
    : (initCode) => (initCode.length === length ? matches(initCode) : undefined);
}

/** Indexes artefacts by runtime code. An ABI that was only given counts where no compiled code matches. */
function createIndexes(rows: readonly ArtifactRow[]): CodeIndex<ArtifactRow> {
  const compiled = createCodeIndex(rows.filter(({ kind }) => kind !== 'abi'));
  const given = createCodeIndex(rows.filter(({ kind }) => kind === 'abi'));
  return { match: (code) => compiled.match(code) ?? given.match(code) };
}
