/** The index of a network: how far it reaches, and what the reader wants of it. */

import { Link } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import { findNetwork } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { Button, buttonClass } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Field, FieldList } from '../../ui/Facts';
import { NativeSelect } from '../../ui/NativeSelect';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import { Switch } from '../../ui/Switch';
import { DEFAULT_WINDOW, useChainIndex } from '../../use-chain-index';
import { useNetworks, useWiring } from '../../wiring';
import { limitText } from '../lists/IndexNote';
import { IndexCost } from '../usage/IndexCost';

/** UTF-16 units of what an endpoint said. */
const MAX_PROBLEM = 300;
const WINDOWS = [100, 1_000, 10_000, 100_000, 1_000_000];

export function IndexSection({ chosen }: { chosen: number | undefined }) {
  const { config } = useWiring();
  const networks = useNetworks();
  const id = chosen ?? config.explorer?.networkId ?? config.defaultNetwork;
  const network = networks && findNetwork(networks, String(id));
  return (
    <Panel title="Index" {...(network && { aside: `of ${network.name}` })}>
      {network ? (
        <OfNetwork key={network.id} network={network} />
      ) : networks === undefined ? (
        <SkeletonRows count={4} label="Loading the network" />
      ) : (
        <EmptyState
          title={`Loupe does not know chain ${id}`}
          action={
            <Link to="/networks" search={{ add: String(id) }} className={buttonClass()}>
              Add it
            </Link>
          }
        >
          Add it with the address of one of its nodes to index it.
        </EmptyState>
      )}
    </Panel>
  );
}

function OfNetwork({ network }: { network: Network }) {
  const { state, progress, percent, choice, choose } = useChainIndex(network);
  const window = choice?.window ?? (state === 'off' ? DEFAULT_WINDOW : 10_000);
  const isOn = state === 'filling' || state === 'whole';
  const asItIs = isOn ? 'on' : state === 'paused' ? 'paused' : 'off';
  return (
    <>
      <p className="px-3 pt-2 text-muted">
        This browser makes lists of addresses, transfers and holders from the blocks that it indexed. Development chains
        are indexed automatically.
      </p>
      <FieldList>
        <Field label="State">
          {state === undefined
            ? '…'
            : { off: 'Not indexed', paused: 'Paused', filling: `Backfilling, ${percent} %`, whole: 'Up to date' }[
                state
              ]}
          {state === 'filling' && progress?.callRate !== undefined && (
            <span className="block text-muted">{limitText(progress.callRate)}</span>
          )}
        </Field>
        <Field label="Blocks">
          {formatInteger(progress?.blocks ?? 0)}
          {isOn && progress?.blockProblem !== undefined && (
            <span className="block text-failure">{harmlessText(progress.blockProblem, MAX_PROBLEM)}</span>
          )}
        </Field>
        <Field label="Transactions">{formatInteger(progress?.transactions ?? 0)}</Field>
        <Field label="Token transfers">{formatInteger(progress?.erc20Transfers ?? 0)}</Field>
        <Field label="NFT transfers">{formatInteger(progress?.nftTransfers ?? 0)}</Field>
        <Field label="Blocks below the head">
          <NativeSelect
            label="Blocks below the head"
            look="small"
            value={window}
            options={[...new Set([...WINDOWS, window])]
              .sort((a, b) => a - b)
              .map((count) => ({ value: count, label: formatInteger(count) }))}
            onChange={(count) => choose({ state: asItIs, window: count })}
          />
        </Field>
        <Field label="Traces of blocks">
          <span className="flex items-start gap-2.5">
            <Switch
              label="Trace blocks"
              checked={choice?.traces ?? false}
              disabled={state === undefined}
              onChange={(traces) => choose({ state: asItIs, window, traces })}
            />
            <span className="text-muted">
              Finds internal calls and payments. This takes one more request for each block, with a large answer.
              {choice?.traces && progress?.traceProblem !== undefined && (
                <span className="block text-failure">{harmlessText(progress.traceProblem, MAX_PROBLEM)}</span>
              )}
            </span>
          </span>
        </Field>
      </FieldList>
      {!isOn && <IndexCost blocks={window} />}
      <div className="flex flex-wrap gap-2 px-3 pb-3">
        {isOn ? (
          <Button size="s" onClick={() => choose({ state: 'paused', window })}>
            Pause
          </Button>
        ) : (
          <Button
            size="s"
            variant="primary"
            disabled={state === undefined}
            onClick={() => choose({ state: 'on', window })}
          >
            {state === 'paused' ? 'Go on' : `Index the last ${formatInteger(window)} blocks`}
          </Button>
        )}
        {state !== 'off' && (
          <Button
            size="s"
            variant="danger"
            disabled={state === undefined}
            onClick={() => choose({ state: 'off', window })}
          >
            Delete the index
          </Button>
        )}
      </div>
    </>
  );
}
