/** Table `verificationDrafts`: verifications of contracts that a reader has begun and not finished. */
import * as v from 'valibot';
import { address, networkId, rowReader } from './fields';

const texts = v.record(v.string(), v.string());

const fields = {
  compilerVersion: v.string(),
  evmVersion: v.string(),
  optimizer: v.boolean(),
  runs: v.string(),
  viaIR: v.boolean(),
  remappings: v.string(),
  libraries: v.array(v.object({ name: v.string(), address: v.string() })),
  further: v.string(),
};

const settings = v.object({
  ...fields,
  alternatives: v.exactOptional(
    v.array(
      v.object({
        compilerVersion: v.exactOptional(fields.compilerVersion),
        evmVersion: v.exactOptional(fields.evmVersion),
        optimizer: v.exactOptional(fields.optimizer),
        runs: v.exactOptional(fields.runs),
        viaIR: v.exactOptional(fields.viaIR),
        further: v.exactOptional(fields.further),
      }),
    ),
  ),
});

const row = v.object({
  networkId,
  address,
  savedAt: v.number(),
  draft: v.object({
    visibility: v.optional(v.picklist(['public', 'private'])),
    method: v.optional(v.picklist(['directory', 'files', 'paste', 'json', 'abi'])),
    uploaded: texts,
    pasted: v.object({ path: v.string(), text: v.string() }),
    added: texts,
    hashes: texts,
    contentIds: texts,
    isWhole: v.boolean(),
    abi: v.object({ name: v.string(), text: v.string() }),
    root: v.optional(v.string()),
    settings,
  }),
});

export type VerificationDraftRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export const fromVerificationDraftRow = rowReader(row);
