/** Filters of lists. They stand in the address. */
import { NativeSelect } from '../../ui/NativeSelect';
import { useUrlValue } from '../../use-url-value';

/** Returns what is chosen for the filter `name`, '' where nothing is, and sets it. Another choice begins on the first page of the list. */
export function useFilter(name: string): [chosen: string, choose: (value: string) => void] {
  const [chosen, setChosen] = useUrlValue<string | number | undefined>(name);
  const [, setAfter] = useUrlValue<string | undefined>('after');
  return [
    String(chosen ?? ''),
    (value) => {
      setAfter(undefined);
      setChosen(value === '' ? undefined : value);
    },
  ];
}

type Props = { name: string; label: string; options: readonly { value: string; label: string }[] };

export function FilterSelect({ name, label, options }: Props) {
  const [chosen, choose] = useFilter(name);
  return <NativeSelect label={label} look="small" value={chosen} options={options} onChange={choose} />;
}
