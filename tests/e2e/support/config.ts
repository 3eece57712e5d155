/** Configurations the production build is served with. */
export const CHAIN = 31337;
/** Where the build output of the demo contracts is served. */
export const BUILD_OUTPUT = '/build-output.json';

/** A workbench whose only network is chain 31337 at `rpcUrl`; `more` adds or replaces fields. */
export function workbench(rpcUrl: string, more: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    variant: 'workbench',
    defaultNetwork: CHAIN,
    networks: [network(rpcUrl)],
    buildOutput: [BUILD_OUTPUT],
    ...more,
  };
}

/** An explorer of chain 31337. */
export function explorer(rpcUrl: string, more: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    variant: 'explorer',
    defaultNetwork: CHAIN,
    explorer: { networkId: CHAIN },
    networks: [network(rpcUrl)],
    buildOutput: [BUILD_OUTPUT],
    ...more,
  };
}

function network(rpcUrl: string) {
  return { id: CHAIN, name: 'Demo', testnet: true, rpcUrls: [rpcUrl] };
}
