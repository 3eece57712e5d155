/** The fields of a condition: only those that it has. */
import { COMPARISONS, type ConditionKind } from '../../../core/watch/watch';
import type { SimulationEntry } from '../../../db/reader/simulations';
import { draftFields } from '../../ui/form/draft-fields';
import { NativeSelect } from '../../ui/NativeSelect';
import { Segmented } from '../../ui/Segmented';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import type { Fields } from './condition-fields';
import { SimulationField } from './SimulationField';

type Props = {
  on: ConditionKind;
  fields: Fields;
  change: (change: Partial<Fields>) => void;
  /** What is wrong with the condition. */
  problem: string | undefined;
  /** Saved simulations of the network; undefined while they are read. */
  simulations: readonly SimulationEntry[] | undefined;
  /** Id of the one that is watched. */
  simulation: string | undefined;
};

type OneField = { field: keyof Fields; label: string; typeName?: string; required?: boolean; help: string };

/** The conditions that have one field, a text. */
const ONE_FIELD: Readonly<Partial<Record<ConditionKind, OneField>>> = {
  function: {
    field: 'signature',
    label: 'Function',
    required: true,
    help: 'transfer(address,uint256), or a selector: 0xa9059cbb.',
  },
  event: {
    field: 'signature',
    label: 'Event',
    required: true,
    help: 'Transfer(address,address,uint256), or a topic of 32 bytes.',
  },
  transfer: {
    field: 'amount',
    label: 'At least',
    typeName: 'smallest unit of the token',
    help: 'Leave empty for any amount.',
  },
  value: { field: 'amount', label: 'At least', typeName: 'wei', help: 'Leave empty for any amount.' },
  stateVariable: {
    field: 'slot',
    label: 'Slot',
    required: true,
    help: 'Decimal or 0x-hex, as the State tab of a transaction names it.',
  },
};

export function ConditionFields({ on, fields, change, problem, simulations, simulation }: Props) {
  const of = draftFields(fields, change);
  const shown = (key: keyof Fields) => (fields[key].trim() === '' ? undefined : problem);
  const one = ONE_FIELD[on];
  if (one) {
    const { field, ...told } = one;
    return <TextField mono {...told} {...of(field)} error={shown(field)} />;
  }
  switch (on) {
    case 'eventParameter':
      return (
        <>
          <TextField
            label="Event"
            mono
            required
            {...of('signature')}
            help="As it is declared: Transfer(address indexed from, address indexed to, uint256 amount)."
          />
          <TextField label="Parameter" mono required {...of('parameter')} help="Its name, or its number from 0." />
          <TextField
            label="Value"
            mono
            required
            {...of('value')}
            error={shown('value')}
            help="Numbers are decimal, in the smallest unit."
            end={
              <NativeSelect
                label="Comparison"
                look="small"
                value={fields.is}
                options={COMPARISONS.map((value) => ({ value, label: value }))}
                onChange={(is) => change({ is })}
              />
            }
          />
        </>
      );
    case 'balance':
      return (
        <TextField
          label="Bound"
          typeName="wei"
          mono
          required
          {...of('amount')}
          error={shown('amount')}
          help="You are told once, when the balance passes it."
          end={
            <Segmented
              label="Side"
              size="s"
              value={fields.side}
              segments={[
                { value: '<', label: 'Below' },
                { value: '>', label: 'Above' },
              ]}
              onChange={(side) => change({ side })}
            />
          }
        />
      );
    case 'simulation':
      return (
        <SimulationField
          simulations={simulations}
          value={simulation}
          problem={problem}
          onChange={(id) => change({ simulation: id })}
        />
      );
    case 'callers':
      return (
        <TextArea
          label="Callers"
          mono
          required
          {...of('callers')}
          error={shown('callers')}
          help={fields.list === 'allowed' ? 'Calls by anybody else are told.' : 'Calls by these are told.'}
          end={
            <Segmented
              label="These callers are"
              size="s"
              value={fields.list}
              segments={[
                { value: 'allowed', label: 'Allowed' },
                { value: 'blocked', label: 'Blocked' },
              ]}
              onChange={(list) => change({ list })}
            />
          }
        />
      );
    default:
      return null;
  }
}
