/** The contract of the engine worker: five services behind one port, because they share memory and endpoints. */
import type { ChainApi, ChainEvent } from './chain/chain.api';
import type { ContractsApi, ContractsEvent } from './contracts/contracts.api';
import type { TokensApi } from './tokens/tokens.api';
import type { TraceEvent } from './trace/open-trace.api';
import type { TraceApi } from './trace/trace.api';
import type { VirtualApi } from './virtual/virtual.api';

export type EngineApi = {
  readonly chain: ChainApi;
  readonly contracts: ContractsApi;
  readonly tokens: TokensApi;
  readonly trace: TraceApi;
  readonly virtual: VirtualApi;
};

/** Events that the services send by themselves. */
export type EngineEvent = ChainEvent | ContractsEvent | TraceEvent;
