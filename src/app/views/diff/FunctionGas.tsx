/** Gas of each function in both, those that differ most first. */
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { FunctionGasView } from '../../../workers/trace/diff.api';
import { Button } from '../../ui/Button';
import { DataTable } from '../../ui/DataTable';
import { Loading } from '../../ui/Loading';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { useTraceApi } from '../../wiring';
import { formatDifference } from './format-difference';
import { type Pairing, useDiffAnswer } from './pairing';

const FEW = 10;

const COLUMNS: readonly Column<FunctionGasView>[] = [
  {
    label: 'Function',
    render: (row) => (
      <span title={row.address}>
        <bdi>{calleeText(row)}</bdi>
      </span>
    ),
  },
  { label: 'Calls, first', numeric: true, wide: true, render: ({ callsA }) => formatInteger(callsA) },
  { label: 'Calls, second', numeric: true, wide: true, render: ({ callsB }) => formatInteger(callsB) },
  { label: 'Gas, first', numeric: true, render: ({ gasA }) => gasText(gasA) },
  { label: 'Gas, second', numeric: true, render: ({ gasB }) => gasText(gasB) },
  {
    label: 'Difference',
    numeric: true,
    render: ({ gasA, gasB }) => (gasA === undefined || gasB === undefined ? '–' : formatDifference(gasB - gasA)),
  },
];

export function FunctionGas(pairing: Pairing) {
  const api = useTraceApi();
  const [all, setAll] = useState(false);
  const rows = useDiffAnswer(pairing, 'gas', (pair) => api.diffGas(pair));
  return (
    <Panel
      title="Gas by function"
      aside="own gas, without the calls it made; of the first call with the initial gas, less refunds"
    >
      {rows ? (
        <>
          <DataTable
            label="Gas by function"
            columns={COLUMNS}
            rows={all ? rows : rows.slice(0, FEW)}
            rowKey={({ address, selector }) => `${address} ${selector}`}
          />
          {rows.length > FEW && (
            <div className="border-line border-t px-3 py-2">
              <Button size="s" onClick={() => setAll(!all)}>
                {all ? 'Show fewer' : `Show all ${formatInteger(rows.length)}`}
              </Button>
            </div>
          )}
        </>
      ) : (
        <Loading label="Counting gas" />
      )}
    </Panel>
  );
}

function calleeText({ address, name, selector, functionName }: FunctionGasView): string {
  if (address === undefined) return 'creation of contracts';
  const contract = name ? harmlessText(name.text, 60) : shorten(address);
  const member = functionName ? harmlessText(functionName.text, 80) : selector;
  // A precompile has no selector, nor an account that runs no code.
  return member === undefined ? contract : `${contract}.${member}`;
}

function gasText(gas: number | undefined): string {
  return gas === undefined ? 'not stated' : formatInteger(gas);
}
