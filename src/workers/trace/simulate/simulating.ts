/** What is asked of transactions that nobody mined. What answers is loaded when it is first asked for. */
import type { NetworkId } from '../../../core/chain/primitives';
import type { Chains } from '../../chain/chains';
import type { Code } from '../../contracts/contracts-answers';
import type { TraceHandle } from '../../ids';
import type { WithSignal } from '../../loaded-parts';
import type { DebugBuildApi } from '../debug-build.api';
import type { OpenTraces } from '../open/open-traces';
import type { SimulateApi } from '../simulate.api';
import type { SimulationsApi } from '../simulations.api';
import type { TraceSession } from '../trace-session';
import type { FindLayout } from './place-overrides';
import type { SimulationRuns } from './simulation-runs';

type Parts = {
  chains: Chains;
  code: Code;
  traces(): Promise<OpenTraces>;
  runs(): Promise<SimulationRuns>;
  session(handle: TraceHandle): Promise<TraceSession>;
};

export type SimulatingApi = SimulateApi & SimulationsApi & DebugBuildApi;

export function createSimulating({ chains, code, traces, runs, session }: Parts): WithSignal<SimulatingApi> {
  const configured = async <T>(loading: Promise<T>): Promise<T> => (await Promise.all([loading, chains.config()]))[0];
  const findLayout =
    (networkId: NetworkId, block: number, signal: AbortSignal): FindLayout =>
    async (address) =>
      (await import('./find-layout')).findLayout(chains, code, { networkId, address, block }, signal);
  return {
    async simulate(signal, request, onProgress) {
      await chains.config();
      const [{ simulate }, open] = await Promise.all([import('./simulate'), traces()]);
      return simulate(chains, open, request, signal, onProgress);
    },
    async simulateChanged(signal, handle, changes, onProgress) {
      const [{ simulateChanged }, open, mined] = await Promise.all([
        import('./simulate-changed'),
        traces(),
        session(handle),
      ]);
      return simulateChanged(chains, open, mined, changes, signal, onProgress);
    },
    async debugBuild(signal, handle, onProgress) {
      await chains.config();
      const [{ debugBuild }, open, mined] = await Promise.all([import('./debug-build'), traces(), session(handle)]);
      return debugBuild(chains, code, open, mined, signal, onProgress);
    },
    async runSimulation(signal, draft, onProgress = () => undefined) {
      const simulations = await configured(runs());
      return simulations.runOnChain((...place) => findLayout(...place, signal), draft, { signal, onProgress });
    },
    simulationResult: async (signal, id) => (await configured(runs())).result(id, signal),
    async simulationFile(signal, id) {
      const { writeSimulationFile } = await configured(import('./simulation-file'));
      return writeSimulationFile(await runs(), id, signal);
    },
    async openSimulationFile(signal, text) {
      const { openSimulationFile } = await configured(import('./simulation-file'));
      return openSimulationFile(await runs(), text, signal);
    },
    async leastGas(signal, ...asked) {
      const { leastGas } = await configured(import('./check-simulation'));
      return leastGas(await runs(), ...asked, signal);
    },
    async confirmByNode(signal, id) {
      const { confirmByNode } = await configured(import('./check-simulation'));
      return confirmByNode(chains, await runs(), id, signal);
    },
    async compareMined(signal, ...asked) {
      const { compareMined } = await configured(import('./compare-mined'));
      return compareMined(chains, await runs(), ...asked, signal, (...place) => findLayout(...place, signal));
    },
    async varySimulation(signal, ...asked) {
      const { varySimulation } = await configured(import('./vary-simulation'));
      return varySimulation(chains, await runs(), ...asked, signal);
    },
  };
}
