/**
 * A simulation as a file: its request, and beside it where it stood, all that
 * it read, and a hash of what it came to. So it runs again without asking
 * anybody, and whoever opens it knows that it comes to the same.
 */
import { spellValue, unspellValue } from '../../../core/backup/spell';
import { draftOf, writeDraft } from '../../../core/simulation/draft';
import { outcomeDigest } from '../../../core/simulation/outcome-digest';
import { readDraft } from '../../../core/simulation/read-draft';
import type { SimulationId } from '../../../core/simulation/simulation-hash';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { readSimulation, saveSimulation } from '../../../db/reader/simulations';
import { fromSimulationRow, type KeptSimulation, toSimulationRow } from '../../../db/rows/simulation-row';
import type { SimulationRuns } from './simulation-runs';

/** Writes JSON that is also a request, for tools that read no more of it. */
export async function writeSimulationFile(
  runs: SimulationRuns,
  id: SimulationId,
  signal: AbortSignal,
): Promise<Result<string, Failure>> {
  const ran = await runs.ran(id, signal);
  if (!ran.ok) return ran;
  const { kept, draft, run } = ran.value;
  const { draft: _, ...row } = toSimulationRow(kept);
  const stated = JSON.parse(writeDraft(draft)) as object;
  return ok(
    JSON.stringify({ ...stated, ran: { digest: outcomeDigest(placeOf(kept), run.outcomes), row: spellValue(row) } }),
  );
}

/**
 * Runs the simulation of a file on what the file has, and keeps it. One that is here already stays as it is. Fails with
 * `badAnswer` where the file is damaged, names several networks or comes to something else, with `unsupported` where it is a request alone.
 */
export async function openSimulationFile(
  runs: SimulationRuns,
  text: string,
  signal: AbortSignal,
): Promise<Result<SimulationId, Failure>> {
  const read = readFile(text);
  if (!read.ok) return read;
  const { kept, digest } = read.value;
  const ran = await runs.ranOf(kept, signal);
  if (!ran.ok) return ran;
  if (outcomeDigest(placeOf(kept), ran.value.run.outcomes) !== digest)
    return fail(
      failure('badAnswer', 'The simulation does not give the outcome that the file states for this network and block.'),
    );
  const id = kept.id as SimulationId;
  if ((await readSimulation(id)) === undefined && !(await saveSimulation(kept)))
    return fail(failure('storage', 'This browser could not keep it: its storage is full or refused.'));
  return ok(id);
}

function placeOf({ networkId, standing }: KeptSimulation) {
  return { networkId, block: standing.block };
}

function readFile(text: string): Result<{ kept: KeptSimulation; digest: unknown }, Failure> {
  const damaged = (why: string) => fail(failure('badAnswer', why));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return damaged('This is not a simulation file: it is not JSON.');
  }
  const draft = draftOf(json);
  if (draft === undefined) return damaged('This is not a simulation file of version 1.');
  const { ran } = json as { ran?: { digest?: unknown; row?: unknown } | null };
  if (ran === undefined)
    return fail(
      failure('unsupported', 'The file has only the request, not the state it read. Paste its text and run it.'),
    );
  const row = unspellValue(ran?.row);
  const kept = row.ok ? fromSimulationRow({ ...(row.value as object), draft: writeDraft(draft) }) : undefined;
  if (kept === undefined) return damaged('The file is damaged: it lacks the state that the simulation read.');
  const { networkId, standing } = kept;
  const plan = readDraft(draft);
  const named = [plan.ok ? plan.value.networkId : undefined, standing.block.networkId];
  return named.every((id) => id === networkId)
    ? ok({ kept, digest: ran?.digest })
    : damaged('The file names another network than the one that the simulation ran on.');
}
