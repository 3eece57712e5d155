/** Table `artifacts`: contracts of imported build output. They belong to no address and are matched by their code. */
import * as v from 'valibot';
import { storedAbi } from './contract-row';
import { list, rowReader, rowWriter } from './fields';

const row = v.object({
  /** `${hash of the imported file}:${position in it}`. */
  id: v.string(),
  name: v.string(),
  /** Path of the source as the compiler knew it. */
  fileName: v.string(),
  /** Name of the file it was imported from. */
  importedFrom: v.string(),
  importedAt: v.number(),
  /**
   * `verified`: sources that were verified here; `abi`: an ABI that the reader gave for code of the chain; absent for
   * build output.
   */
  kind: v.exactOptional(v.picklist(['verified', 'abi'])),
  abi: storedAbi,
  /** Runtime bytecode as compiled, hex; '' for interfaces. */
  runtimeBytecode: v.string(),
  creationBytecode: v.string(),
  /** Start and length, bytes, of immutables and library links in the runtime bytecode, which differ on chain. */
  holes: list(v.object({ start: v.number(), length: v.number() })),
  compilerVersion: v.exactOptional(v.string()),
  /** Ids of the source texts, by path of the file; contracts of one build share texts. */
  sources: v.exactOptional(v.record(v.string(), v.string())),
  /** Id of the compiler run that the contract came from, where the file had the whole run. */
  compilation: v.exactOptional(v.string()),
});

export type ArtifactRow = v.InferOutput<typeof row>;

/** The row without fields that this table does not store. */
export const toArtifactRow = rowWriter(row);

/** Undefined where the row is damaged. */
export const fromArtifactRow = rowReader(row);
