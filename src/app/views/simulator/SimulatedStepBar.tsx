/** On the page of a transaction that is a step of a simulation: the simulation that it belongs to. */
import type { Hash } from '../../../core/chain/primitives';
import { readSimulationHash } from '../../../core/simulation/simulation-hash';
import { SimulationPanel } from './SimulationPanel';

export function SimulatedStepBar({ hash }: { hash: Hash }) {
  const named = readSimulationHash(hash);
  return named && <SimulationPanel id={named.id} step={named.step} />;
}
