/** Table `testProjects`: projects with tests that the reader opened, and how their tests came out last. */
import * as v from 'valibot';
import type { TestProjectId } from '../../core/testing/test-hash';
import { address, count, hex, list, networkId, rowReader } from './fields';

const place = v.object({ file: v.string(), line: count });
const valueRead = v.object({
  contract: v.string(),
  name: v.string(),
  value: v.string(),
  written: v.exactOptional(
    v.object({
      call: v.picklist(['deployment', 'setUp', 'test', 'call']),
      before: count,
      step: count,
      place: v.exactOptional(place),
    }),
  ),
});
const counts = v.object({
  runs: count,
  calls: v.exactOptional(count),
  reverts: v.exactOptional(count),
  meanGas: v.number(),
  medianGas: v.number(),
  rejected: count,
});
const counterexampleCall = v.object({
  calldata: hex,
  signature: v.string(),
  args: list(v.string()),
  sender: address,
  target: v.exactOptional(v.object({ address, name: v.exactOptional(v.string()) })),
  value: v.exactOptional(v.string()),
});

const result = v.object({
  suite: v.string(),
  signature: v.string(),
  kind: v.picklist(['unit', 'fuzz', 'invariant', 'table']),
  status: v.picklist(['passed', 'failed', 'skipped']),
  reason: v.exactOptional(v.string()),
  place: v.exactOptional(place),
  compared: v.exactOptional(v.object({ left: v.string(), operator: v.string(), right: v.string() })),
  reads: v.exactOptional(list(valueRead)),
  gas: v.number(),
  /** Gas of the run before, where there was one. */
  gasBefore: v.exactOptional(v.number()),
  counts: v.exactOptional(counts),
  counterexample: v.exactOptional(list(counterexampleCall)),
  console: list(v.string()),
  unsupported: v.exactOptional(v.string()),
  /** Milliseconds. */
  duration: v.number(),
  /** Whether the build has changed since the test ran. */
  isOld: v.exactOptional(v.literal(true)),
});

const row = v.object({
  id: v.custom<TestProjectId>((value) => typeof value === 'string' && /^[0-9a-f]{16}$/.test(value)),
  /** Name of the folder. Untrusted text. */
  name: v.string(),
  /** The virtual network under which its calls are opened. */
  networkId,
  openedAt: v.number(),
  /** The folder, where the browser let it be chosen as one: it can be read again. */
  folder: v.exactOptional(v.custom<FolderHandle>((value) => typeof value === 'object' && value !== null)),
  /** Variables that its tests read, as the text of a file `.env`. */
  environment: v.exactOptional(v.string()),
  results: v.array(result),
});

/** A FileSystemDirectoryHandle, which neither Node nor every worker's types know. */
export type FolderHandle = object;

export type TestProjectRow = v.InferOutput<typeof row>;
export type KeptTestResult = TestProjectRow['results'][number];

/** Undefined where the row is damaged. */
export const fromTestProjectRow = rowReader(row);
