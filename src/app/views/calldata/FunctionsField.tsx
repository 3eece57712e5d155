import { TextArea } from '../../ui/TextArea';

/** Takes the functions that the reader states: an ABI, or signatures. */
export function FunctionsField({
  value,
  help,
  error,
  onChange,
}: {
  value: string;
  help: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <TextArea
      mono
      rows={3}
      label="ABI or signatures"
      placeholder="transfer(address to, uint256 value)"
      help={help}
      error={error}
      value={value}
      onChange={onChange}
    />
  );
}
