// What figures are made of, for editors and readers: no browser loads this file.

/** What a setting is. */
export type Value = number | string | boolean;
export type State = Record<string, Value>;

/**
 * A setting as `attention_docs/figures/fields.py` declares it; `within` names one that limits it, by its
 * value or by what `limits` gives for that.
 */
export type Field = {
  first: Value;
  least?: number;
  most?: number;
  step?: number;
  within?: string;
  limits?: Record<string, number>;
  options?: string[];
};

/** What `html` makes, ready to be put into the page. */
export type Markup = { text: string };
export type Part = Markup | string | number | false | undefined;

/** One figure on a page, as it is drawn: what its ids begin with, and what it is set to. */
export type Frame = {
  id: string;
  fields: Record<string, Field>;
  given: any;
  state: State;
  awake: boolean;
};

/** What the module of a figure exports. */
export type Figure = {
  /** From Python: the build ends the module with these two. */
  fields: Record<string, Field>;
  given: any;
  /** Files of JSON that a state needs, as seen from this folder; each is fetched once, when it is. */
  files?: (state: any) => string[];
  /**
   * All that is shown in a state, by the arithmetic of `attention.mjs`, as Python's `values`. The
   * contents of its files follow, in their order, and then what a worker has found out.
   */
  values: (state: State, given: any, ...contents: any[]) => any;
  /** The figure's markup, of the values and nothing else; the build calls it with Python's. */
  draw: (values: any, frame: Frame) => Markup;
  /** A sentence for screen readers. */
  say: (values: any, frame: Frame) => string;
  /** What buttons with `data-do` change. */
  actions?: Record<string, (state: any, given: any) => Partial<State>>;
  /** Other ways to change the figure than its controls, such as a drag. */
  interact?: (root: HTMLElement, hands: Hands<any>) => void;
};

/** How a figure's own interactions reach it. */
export type Hands<S> = {
  given: any;
  state: () => S;
  change: (changes: Partial<S>) => void;
  /** Change by texts, as controls and links give them; they are held to the settings' ranges. */
  ask: (texts: Record<string, string>) => void;
  /** The contents of the files that the state needs. */
  fetched: () => Promise<any[]>;
  /** Draw anew, with what a worker has found out; `values` gets it. It is in no address. */
  show: (live: any) => void;
  /** Tell aloud, to those who hear the page. */
  tell: (text: string) => void;
  /** Tell in the figure's note. */
  warn: (text: string) => void;
  /** Where a pointer is, in a drawing's own coordinates. */
  place: (svg: SVGSVGElement, event: MouseEvent) => DOMPoint;
};
