import { expose } from 'comlink';
import { holdLifeLock } from '../life-lock';
import type { CompilerApi } from './compiler.api';
import { createCompilerEngine } from './compiler-engine';

expose({ compiler: createCompilerEngine() satisfies CompilerApi, lifeLock: holdLifeLock() });
