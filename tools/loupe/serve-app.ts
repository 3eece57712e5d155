/** The built app, served on this machine. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RuntimeConfig } from '../../src/core/config/runtime-config';
import { describeNode, ownNodeConfig } from '../serving/own-node';
import { type StaticServer, serveFolder } from '../static-server';

/** The app: beside the parts of the program in the package, and in a clone where `npm run build` puts it. */
const PLACES = [join(import.meta.dirname, '../app'), join(import.meta.dirname, '../../dist')];

/** A configuration without a list of compilers. */
type AppConfig = Omit<RuntimeConfig, 'thirdParties'> & {
  thirdParties: Omit<RuntimeConfig['thirdParties'], 'compilers'>;
};

/** Returns the folder of the built app; undefined where there is none. */
export function appFolder(): string | undefined {
  return PLACES.find((place) => existsSync(join(place, 'index.html')));
}

/** Returns the configuration of the app on a node, and what the node says of itself. */
export async function appConfig(url: string, chainId: number) {
  const node = await describeNode(url, chainId);
  return { node, config: withoutCompilers(await ownNodeConfig(url, node.chainId, node.client)) };
}

/** Serves the app at a port, 0 for any; without a configuration it has the networks that it was built with. */
export function serveApp(folder: string, port: number, config: AppConfig | undefined): Promise<StaticServer> {
  return serveFolder(folder, { port, ...(config && { overrides: configFile(config) }) });
}

/** Returns the file by which a served app learns its configuration. */
export function configFile(config: AppConfig): Record<string, string> {
  return { '/config.json': JSON.stringify(config) };
}

/** The list of compilers of `npm start` is of those that a clone has installed. */
function withoutCompilers({ thirdParties: { compilers: _, ...others }, ...config }: RuntimeConfig) {
  return { ...config, thirdParties: others };
}
