import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '../../views/home/HomePage';

export const Route = createFileRoute('/{-$network}/')({ component: HomePage });
