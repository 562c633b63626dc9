import type { Random } from '../unbreakable/random.ts';
import { Agenda } from './agenda.ts';
import { exponential } from './distributions.ts';
import type { Costs, Outcome, Plant, Workload } from './model.ts';
import { Servers } from './servers.ts';

/**
 * What a job does, in this order. `claim` and `store` need a connection, `ask` its turn at the sources, `load` the network, and
 * `work` a core.
 */
const STAGES = ['claim', 'ask', 'wait', 'load', 'work', 'store'] as const;
type Stage = (typeof STAGES)[number];
const NONE = -1;

/** A place for one job on a machine. */
interface Slot {
  machine: number;
  project: number;
  /** Index in STAGES. */
  stage: number;
  /** It has a server of its stage; otherwise it waits for one. */
  isServed: boolean;
  /** Time of its next event; other events of it are void. */
  due: number;
  /** Processor seconds of its work, as it is with the cores that were busy at its start. */
  time: number;
}

/** Codes of events: a slot below this one, then machines, then projects that are given out again. */
const MACHINES = 1 << 24;
const PROJECTS = 1 << 25;

/**
 * Simulates workers that claim projects from one queue, as discrete events: the order of all events is determined by
 * the arguments and the seed.
 */
export class System {
  readonly #plant: Plant;
  readonly #costs: Costs;
  readonly #load: Workload;
  readonly #random: Random;
  readonly #agenda = new Agenda();
  readonly #slots: Slot[] = [];
  readonly #cores: Servers[] = [];
  readonly #networks: Servers[] = [];
  readonly #connections: Servers;
  readonly #sources = new Servers(1);
  readonly #isUp: boolean[] = [];
  readonly #again: number[] = [];
  readonly #idle: number[] = [];
  readonly #outcome: Outcome = { seconds: 0, useful: 0, lost: 0, again: 0, database: 0 };
  #next = 0;
  #open: number;
  #clock = 0;

  constructor(plant: Plant, costs: Costs, load: Workload, random: Random) {
    [this.#plant, this.#costs, this.#load, this.#random] = [plant, costs, load, random];
    this.#open = load.bytes.length;
    this.#connections = new Servers(plant.connections);
    if (plant.machines * plant.jobsPerMachine > MACHINES || this.#open >= 2 ** 31 - PROJECTS) {
      throw new RangeError('more places or projects than this simulation has codes for');
    }
    for (let machine = 0; machine < plant.machines; machine++) this.#start(machine);
  }

  run(): Outcome {
    for (let slot = 0; slot < this.#slots.length; slot++) this.#claim(slot);
    while (this.#open > 0) {
      this.#clock = this.#agenda.time;
      const event = this.#agenda.next();
      if (event >= PROJECTS) this.#offer(event - PROJECTS);
      else if (event >= MACHINES) this.#turn(event - MACHINES);
      else this.#end(event);
    }
    return { ...this.#outcome, seconds: this.#clock };
  }

  #start(machine: number): void {
    this.#isUp.push(true);
    this.#cores.push(new Servers(this.#plant.coresPerMachine));
    this.#networks.push(new Servers(1));
    for (let job = 0; job < this.#plant.jobsPerMachine; job++) {
      this.#slots.push({ machine, project: NONE, stage: 0, isServed: false, due: Number.NaN, time: 0 });
    }
    if (Number.isFinite(this.#plant.crashEvery)) this.#later(MACHINES + machine, this.#plant.crashEvery);
  }

  #later(event: number, mean: number): void {
    this.#agenda.add(this.#clock + exponential(this.#random, mean), event);
  }

  #slot(index: number): Slot {
    const slot = this.#slots[index];
    if (slot === undefined) throw new RangeError(`no place ${index}`);
    return slot;
  }

  #claim(index: number): void {
    const project = this.#again.pop() ?? (this.#next < this.#load.bytes.length ? this.#next++ : NONE);
    const slot = this.#slot(index);
    [slot.project, slot.stage] = [project, 0];
    if (project === NONE) this.#idle.push(index);
    else this.#begin(index);
  }

  #begin(index: number): void {
    const slot = this.#slot(index);
    const servers = this.#serversOf(slot);
    slot.isServed = servers === undefined || servers.request(index);
    slot.due = Number.NaN;
    if (slot.isServed) this.#serve(index);
  }

  #serve(index: number): void {
    const slot = this.#slot(index);
    slot.isServed = true;
    if (stageOf(slot) === 'work') {
      const others = this.#cores[slot.machine]?.others ?? 0;
      slot.time = this.#work(slot.project) * (1 + (this.#costs.contention - 1) * others);
    }
    slot.due = this.#clock + this.#duration(slot);
    this.#agenda.add(slot.due, index);
  }

  #end(index: number): void {
    const slot = this.#slot(index);
    if (slot.due !== this.#clock || !slot.isServed) return;
    const stage = stageOf(slot);
    if (stage === 'claim' || stage === 'store') this.#outcome.database += this.#duration(slot);
    this.#leave(slot);
    if (stage !== 'store') {
      slot.stage++;
      this.#begin(index);
      return;
    }
    this.#outcome.useful += slot.time;
    this.#open--;
    this.#claim(index);
  }

  /** Gives the server of a slot to the next one. */
  #leave(slot: Slot): void {
    const next = this.#serversOf(slot)?.release();
    slot.isServed = false;
    if (next !== undefined) this.#serve(next);
  }

  #serversOf({ machine, stage }: Slot): Servers | undefined {
    switch (STAGES[stage]) {
      case 'load':
        return this.#networks[machine];
      case 'work':
        return this.#cores[machine];
      case 'ask':
        return this.#sources;
      case 'wait':
        return undefined;
      default:
        return this.#connections;
    }
  }

  #duration(slot: Slot): number {
    const { project } = slot;
    switch (stageOf(slot)) {
      case 'claim':
        return this.#costs.claim;
      case 'ask':
        return 1 / this.#plant.fetchRate;
      case 'wait':
        return this.#plant.fetchLatency;
      case 'load':
        return (at(this.#load.bytes, project) * this.#costs.fetchedByte) / this.#plant.bandwidth;
      case 'work':
        return slot.time;
      case 'store':
        return at(this.#load.bytes, project) * this.#costs.storedByte;
    }
  }

  #work(project: number): number {
    const { job, parsedByte, knownByte } = this.#costs;
    const [bytes, known] = [at(this.#load.bytes, project), at(this.#load.known, project)];
    const perByte = parsedByte * (1 - known) + knownByte * known;
    return job + bytes * perByte;
  }

  /** A machine crashes, or works again. */
  #turn(machine: number): void {
    const places = this.#plant.jobsPerMachine;
    this.#isUp[machine] = !this.#isUp[machine];
    if (this.#isUp[machine]) {
      this.#later(MACHINES + machine, this.#plant.crashEvery);
      for (let index = machine * places; index < (machine + 1) * places; index++) this.#claim(index);
      return;
    }
    this.#agenda.add(this.#clock + this.#plant.restart, MACHINES + machine);
    for (let index = machine * places; index < (machine + 1) * places; index++) this.#abandon(index);
    this.#cores[machine] = new Servers(this.#plant.coresPerMachine);
    this.#networks[machine] = new Servers(1);
  }

  #abandon(index: number): void {
    const slot = this.#slot(index);
    if (slot.project === NONE) {
      this.#idle.splice(this.#idle.indexOf(index), 1);
      return;
    }
    const stage = stageOf(slot);
    if (stage === 'work' && slot.isServed) {
      this.#outcome.lost += slot.time - (slot.due - this.#clock);
    } else if (stage === 'store') this.#outcome.lost += slot.time;
    // Cores and networks of the machine are replaced; the others are those of all machines.
    if (stage === 'claim' || stage === 'ask' || stage === 'store') {
      if (slot.isServed) this.#leave(slot);
      else this.#serversOf(slot)?.withdraw(index);
    }
    this.#agenda.add(this.#clock + this.#plant.lease, PROJECTS + slot.project);
    [slot.project, slot.due, slot.isServed] = [NONE, Number.NaN, false];
  }

  #offer(project: number): void {
    this.#outcome.again++;
    this.#again.push(project);
    const index = this.#idle.pop();
    if (index !== undefined) this.#claim(index);
  }
}

function stageOf({ stage }: Slot): Stage {
  const name = STAGES[stage];
  if (name === undefined) throw new RangeError(`no stage ${stage}`);
  return name;
}

function at(column: Float64Array, index: number): number {
  return column[index] ?? Number.NaN;
}
