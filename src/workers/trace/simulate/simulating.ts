/** What is asked of transactions that nobody mined, and of safety. What answers is loaded when it is first asked for. */
import type { NetworkId } from '../../../core/chain/primitives';
import type { Chains } from '../../chain/chains';
import type { Code } from '../../contracts/contracts-engine';
import type { TraceHandle } from '../../ids';
import { once } from '../../once';
import type { DebugBuildApi } from '../debug-build.api';
import type { WithSignal } from '../method-tables';
import type { OpenTraces } from '../open/open-traces';
import type { SafetyApi } from '../safety.api';
import type { SimulateApi } from '../simulate.api';
import type { SimulationsApi } from '../simulations.api';
import type { TraceSession } from '../trace-session';
import type { FindLayout } from './place-overrides';

export type SimulatingParts = {
  chains: Chains;
  code: Code;
  traces(): Promise<OpenTraces>;
  session(handle: TraceHandle): Promise<TraceSession>;
};

export type SimulatingApi = SimulateApi & SimulationsApi & SafetyApi & DebugBuildApi;

export function createSimulating({ chains, code, traces, session }: SimulatingParts): WithSignal<SimulatingApi> {
  const runs = once(async () => {
    await chains.config();
    return import('./simulation-runs');
  });
  const checks = once(async () => {
    await chains.config();
    return import('./check-simulation');
  });
  const files = once(async () => {
    await chains.config();
    return import('./simulation-file');
  });
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
    async runSimulation(signal, ...asked) {
      const { runSimulation } = await runs();
      return runSimulation(chains, (...place) => findLayout(...place, signal), signal, ...asked);
    },
    simulationResult: async (signal, id) => (await runs()).resultOf(id, signal),
    simulationFile: async (signal, id) => (await files()).writeSimulationFile(id, signal),
    openSimulationFile: async (signal, text) => (await files()).openSimulationFile(text, signal),
    leastGas: async (signal, ...asked) => (await checks()).leastGas(signal, ...asked),
    confirmByNode: async (signal, id) => (await checks()).confirmByNode(chains, id, signal),
    async compareMined(signal, ...asked) {
      await chains.config();
      return (await import('./compare-mined')).compareMined(chains, ...asked, signal, (...place) =>
        findLayout(...place, signal),
      );
    },
    async varySimulation(signal, ...asked) {
      await chains.config();
      return (await import('./vary-simulation')).varySimulation(chains, ...asked, signal);
    },
    async checkSafety(signal, handle) {
      const [{ checkSafetyOf }, open, checked] = await Promise.all([
        import('../safety/check-safety'),
        traces(),
        session(handle),
      ]);
      // Whether code is verified is known once its contracts are.
      await open.learned(handle);
      return checkSafetyOf(chains, checked, signal);
    },
  };
}
