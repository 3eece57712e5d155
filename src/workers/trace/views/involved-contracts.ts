/** The contracts of an open trace, with how far each is known. */
import type { Address } from '../../../core/chain/primitives';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import { isLog } from '../../../core/trace/row-fields';
import { codesRun, contractsThatRan } from '../decoding/known-abis';
import type { TraceSession } from '../trace-session';
import type { InvolvedContract, SourceMatch } from '../views.api';

export function involvedContracts(session: TraceSession): readonly InvolvedContract[] {
  const { touched, knowledge } = session;
  const { contracts } = knowledge;
  const shown = delegationsOf(session);
  return contractsThatRan(touched, contracts).map((address) => {
    const known = contracts.knowledge(address);
    const name = contracts.calleeName(address);
    const proxy = proxyOf(known, shown.get(address));
    const implementation = proxy && contracts.name(proxy.implementation);
    const verification = verificationOf(known);
    const files = known?.sources === undefined ? known?.fileCount : Object.keys(known.sources).length;
    return {
      address,
      ...(name === undefined ? {} : { name }),
      ...(proxy === undefined ? {} : { proxy }),
      ...(implementation === undefined ? {} : { implementationName: implementation }),
      verification,
      ...(verification === 'unverified' || known?.abiOrigin === undefined ? {} : { origin: known.abiOrigin }),
      ...(known?.compilerVersion === undefined ? {} : { compilerVersion: known.compilerVersion }),
      ...(files === undefined ? {} : { files }),
      ...(known?.token === undefined ? {} : { token: known.token.standard }),
      created: touched.created.has(address),
    };
  });
}

/** A match of the code says that the source is the contract's; an ABI alone may be anybody's word. */
function verificationOf(known: ContractKnowledge | undefined): SourceMatch {
  if (known?.match !== undefined) return known.match;
  if (known?.abiOrigin === 'traceFile' && known.fileCount !== undefined) return 'stated';
  return known !== undefined && known.abi.length > 0 ? 'abi' : 'unverified';
}

/** Proxies of the trace with the code they ran, the last of a chain. */
function delegationsOf({ trace, touched, knowledge }: TraceSession): Map<Address, Address> {
  const delegations = new Map<Address, Address>();
  for (const row of touched.examples.values()) {
    if (isLog(trace, row)) continue;
    const codes = codesRun(trace, row, knowledge.contracts);
    const [proxy] = codes;
    const implementation = codes.at(-1);
    if (proxy !== undefined && implementation !== undefined && codes.length > 1) delegations.set(proxy, implementation);
  }
  return delegations;
}

function proxyOf(known: ContractKnowledge | undefined, shown: Address | undefined): InvolvedContract['proxy'] {
  const kind = known?.diamond === undefined ? known?.proxy?.kind : 'EIP-2535';
  const implementation = shown ?? known?.proxy?.implementation;
  return implementation === undefined ? undefined : { implementation, ...(kind === undefined ? {} : { kind }) };
}
