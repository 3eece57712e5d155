/** The address of a contract alone: leads to its first list. */
import { createFileRoute } from '@tanstack/react-router';
import { ContractEntry } from '../../../../views/tokens/ContractEntry';

export const Route = createFileRoute('/{-$network}/contract/$address/')({ component: ContractEntry });
