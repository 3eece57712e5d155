/**
 * What is known of code, for everyone who asks: contracts by network, function
 * and event signatures, imported build output, labels. One for the engine, so
 * that what one page learned is known to the next.
 */
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import { askKept, onTableChange } from '../../../db/database';
import type { LabelRow } from '../../../db/rows/label-row';
import type { Chains } from '../../chain/chains';
import { createEvents } from '../../event-listeners';
import { once } from '../../scheduling/once';
import { Artifacts, type GivenAbi, type Imported } from '../build-output/imported-artifacts';
import { KnownContracts } from './known-contracts';
import { KnownSignatures } from './known-signatures';

/** What is known of the code of one network. */
export type Knowledge = { contracts: KnownContracts; signatures: KnownSignatures; artifacts: Artifacts };

export type KnowledgeChange =
  /** Labels of a network were changed. */
  | { type: 'labels'; networkId: NetworkId }
  /** Build output was imported. */
  | { type: 'buildOutput' };

const loadLabels = () => import('../../../db/reader/labels');

export class KnowledgeBase {
  readonly artifacts = new Artifacts();
  private readonly signatures = new KnownSignatures();
  private readonly networks = new Map<NetworkId, KnownContracts>();
  private readonly labels = new Map<NetworkId, Promise<void>>();
  private readonly changes = createEvents<KnowledgeChange>();

  private relabelled = Promise.resolve();

  constructor(private readonly chains: Chains) {
    // Another tab may change labels. The page of this worker calls `labelsChanged`: a worker that has not used the
    // database yet hears of no write.
    onTableChange('labels', () => void this.labelsChanged());
  }

  /** What is known of a network's code, shared by all who ask. */
  of(networkId: NetworkId): Knowledge {
    const contracts = this.networks.get(networkId) ?? new KnownContracts(networkId);
    this.networks.set(networkId, contracts);
    return { contracts, signatures: this.signatures, artifacts: this.artifacts };
  }

  /** Calls `listener` when what was known changed without being asked for. */
  subscribe(listener: (change: KnowledgeChange) => void): void {
    this.changes.subscribe(listener);
  }

  /**
   * Gives the contracts of a network the labels of the reader and of the deployment. Reads them the first time, and
   * whenever `again` is true.
   */
  readLabels(networkId: NetworkId, again = false): Promise<void> {
    const before = this.labels.get(networkId);
    const reading = before === undefined || again ? this.putLabels(this.of(networkId).contracts) : before;
    this.labels.set(networkId, reading);
    return reading;
  }

  /** Reads the labels of every network in use again, once earlier calls have done so: a change is told once. */
  labelsChanged(): Promise<void> {
    const relabelled = this.relabelled.then(() => this.relabel());
    this.relabelled = relabelled.catch(() => {});
    return relabelled;
  }

  private async relabel(): Promise<void> {
    for (const [networkId, contracts] of this.networks) {
      const before = contracts.version;
      await this.readLabels(networkId, true);
      if (contracts.version !== before) this.changes.emit({ type: 'labels', networkId });
    }
  }

  /** Imports the build output the configuration names, once. */
  readonly importConfigured = once(() => this.importAll());

  /** Keeps the contracts of a file of build output, or names what a file says to be deployed. */
  async import(fileName: string, bytes: Uint8Array, kind?: 'verified'): Promise<Result<Imported, Failure>> {
    const imported = await this.artifacts.import(fileName, bytes, kind);
    if (imported.ok) {
      this.changes.emit({ type: 'buildOutput' });
      return imported;
    }
    const { parseDeployments } = await import('../../../core/contract/labels/deployment-file');
    const deployed = parseDeployments(fileName, bytes);
    if (deployed.length === 0) return imported;
    // Names that the reader gave stay.
    const { importLabels } = await loadLabels();
    await importLabels(deployed, false);
    await this.labelsChanged();
    return ok({ id: fileName, contracts: 0, warnings: [], isCompanion: false, names: deployed.length });
  }

  /** Keeps an ABI that the reader gave for code of a chain; answers the digest of the code. */
  async keepAbi(given: GivenAbi): Promise<string> {
    const digest = await this.artifacts.keepAbi(given);
    this.changes.emit({ type: 'buildOutput' });
    return digest;
  }

  /** Build output of the deployment's own origin. A file that cannot be had costs names only. */
  private async importAll(): Promise<void> {
    const { buildOutput } = await this.chains.config();
    if (buildOutput.length === 0) return;
    const { fetchBuildOutput } = await import('../../../net/fetch-build-output');
    for (const path of buildOutput) {
      const fetched = await fetchBuildOutput(path);
      if (fetched.ok) await this.artifacts.import(path.split('/').at(-1) ?? path, fetched.value);
    }
  }

  private async putLabels(contracts: KnownContracts): Promise<void> {
    const { networkId } = contracts;
    const [config, readers] = await Promise.all([
      this.chains.config(),
      askKept<readonly LabelRow[]>([], async () => (await loadLabels()).readLabels(networkId)),
    ]);
    const ofNetwork = config.labels.filter((label) => label.networkId === networkId);
    contracts.setLabels('config', namesByAddress(ofNetwork));
    contracts.setLabels('reader', namesByAddress(readers));
  }
}

function namesByAddress(labels: readonly { address: Address; name: string }[]): ReadonlyMap<Address, string> {
  return new Map(labels.map(({ address, name }) => [address, name]));
}
