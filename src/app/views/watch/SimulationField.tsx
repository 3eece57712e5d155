/** Which of the saved simulations is watched. */
import { harmlessText } from '../../../core/text/harmless';
import type { SimulationEntry } from '../../../db/reader/simulations';
import { NativeSelect } from '../../ui/NativeSelect';

type Props = {
  /** Saved simulations of the network; undefined while they are read. */
  simulations: readonly SimulationEntry[] | undefined;
  /** Id of the one chosen. */
  value: string | undefined;
  problem: string | undefined;
  onChange: (id: string) => void;
};

export function SimulationField({ simulations, value, problem, onChange }: Props) {
  if (simulations?.length === 0)
    return <p className="text-muted">No simulation of this network is saved here. Run one in the simulator first.</p>;
  const options = simulations?.map(({ id, name, summary }) => ({
    value: id,
    label: harmlessText(name === '' ? summary : `${name}: ${summary}`, 80),
  }));
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <NativeSelect
        label="Simulation"
        value={value}
        options={options ?? []}
        aria-invalid={problem !== undefined}
        onChange={onChange}
      />
      {problem === undefined ? (
        <p className="text-muted text-s">
          It runs at the end of each block, wherever it was saved. You are told when it begins to fail or to succeed, or
          no longer meets its expectations.
        </p>
      ) : (
        <p role="alert" className="text-failure text-s">
          {problem}
        </p>
      )}
    </div>
  );
}
