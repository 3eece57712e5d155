/**
 * What `npm start` brings up: a node, and the app configured for it.
 * The end-to-end tests start the same thing through `startDemo`.
 */
import { readFile } from 'node:fs/promises';
import { type Devnet, type Manifest, startDevnet } from '../../devnet/demo-chain';
import { askChainId, describeNode, nodeLine, ownNodeConfig } from '../serving/own-node';
import { claimPort } from '../serving/ports';
import { compilerListUrl, servedCompilers } from '../solc/served';
import { serveFolder } from '../static-server';
import { buildIfChanged, distFolder } from './build';
import { buildOutputUrl, demoConfig, demoSamples } from './demo-config';
import type { AppServer } from './dev-server';

export type DemoOptions = {
  /** Port of the app; 0 takes a free one. */
  port?: number;
  /** Port of the demo chain's node; 0 takes a free one. */
  rpcPort?: number;
  /** Somebody else's node instead of the demo chain. */
  rpc?: string;
  /** Vite's dev server instead of the production build. */
  dev?: boolean;
  /** Leaves out the demo chain's largest transaction, `hundred-thousand-calls`. */
  small?: boolean;
  /** Called with what is being done, a few words each. */
  onProgress?: (text: string) => void;
};

export type Demo = {
  /** URL of the app, without a slash at the end. */
  url: string;
  rpcUrl: string;
  /** Line that somebody else's node says of itself. */
  node?: string;
  /** The content of the demo chain; absent with somebody else's node. */
  manifest?: Manifest;
  /** The transactions to begin with; of somebody else's node the newest, where there is one. */
  links: { name: string; note: string; url: string }[];
  /** Ends the app's server and the node. */
  stop(): Promise<void>;
  /** Resolves when the demo chain's node ended; never with somebody else's. */
  nodeEnded: Promise<void>;
};

/** Brings it all up. Throws a `StartFailure` for what the reader can do something about; nothing is left running then. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const { onProgress = () => {} } = options;
  const port = await claimPort(options.port ?? 4173, '--port');
  if (options.rpc !== undefined) {
    const node = await describeNode(options.rpc, await askChainId(options.rpc));
    const config = await ownNodeConfig(options.rpc, node.chainId, node.client);
    if (options.dev !== true) await buildIfChanged(onProgress);
    const app = await serveApp(port, { '/config.json': JSON.stringify(config) }, options);
    const { newest } = node;
    return {
      url: app.url,
      rpcUrl: options.rpc,
      node: nodeLine(node),
      links:
        newest === undefined
          ? []
          : [
              {
                name: 'newest transaction',
                note: `in block ${newest.block}`,
                url: `${app.url}/${node.chainId}/tx/${newest.hash}`,
              },
            ],
      stop: () => app.close(),
      nodeEnded: new Promise(() => {}),
    };
  }
  const rpcPort = await claimPort(options.rpcPort ?? 8545, '--rpc-port');
  // Both take a while the first time, and neither needs the other.
  const [built, started] = await Promise.allSettled([
    options.dev === true ? undefined : buildIfChanged(onProgress),
    startDevnet({ port: rpcPort, small: options.small ?? false, onProgress }),
  ]);
  if (started.status === 'rejected') throw started.reason;
  const devnet = started.value;
  try {
    if (built.status === 'rejected') throw built.reason;
    return await showDevnet(devnet, port, options);
  } catch (error) {
    await devnet.stop();
    throw error;
  }
}

async function showDevnet(devnet: Devnet, port: number, options: DemoOptions): Promise<Demo> {
  const { manifest, rpcUrl } = devnet;
  const generated = {
    '/config.json': JSON.stringify(demoConfig(rpcUrl, manifest)),
    [buildOutputUrl]: await readFile(devnet.buildOutputPath, 'utf8'),
  };
  const app = await serveApp(port, generated, options);
  return {
    url: app.url,
    rpcUrl,
    manifest,
    links: demoSamples(manifest).map(({ name, note, path }) => ({ name, note, url: app.url + path })),
    stop: async () => {
      await Promise.all([app.close(), devnet.stop()]);
    },
    nodeEnded: devnet.ended,
  };
}

async function serveApp(port: number, generated: Record<string, string>, options: DemoOptions): Promise<AppServer> {
  if (options.dev === true) return (await import('./dev-server')).serveSources(port, generated);
  const { list, files } = servedCompilers();
  return serveFolder(distFolder, { port, overrides: { ...generated, [compilerListUrl]: list }, files });
}
