/** A network is chosen among all by typing: those of the deployment first, hidden ones only where one is chosen. */
import { useMemo } from 'react';
import type { Network } from '../../../core/chain/network';
import { harmlessText } from '../../../core/text/harmless';
import { listedNetworks } from '../../networks';
import { Combobox } from '../../ui/Combobox';
import { useWiring } from '../../wiring';

type Props = {
  networks: readonly Network[];
  /** Chain id of the chosen one. */
  value: number | undefined;
  onChange: (id: number) => void;
};

export function NetworkChoice({ networks, value, onChange }: Props) {
  const { config } = useWiring();
  const options = useMemo(() => {
    const first = new Set<number>([...config.networks.map(({ id }) => id), ...(value === undefined ? [] : [value])]);
    return listedNetworks(networks, first).map(({ id, name }) => ({
      value: id as number,
      label: harmlessText(name, 60),
      note: String(id),
    }));
  }, [networks, config, value]);
  return <Combobox<number> label="Network" value={value} options={options} onChange={onChange} className="w-60" />;
}
