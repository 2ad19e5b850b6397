import { isRecordPath, valueAt } from './record-path.ts';
import type { TickRecord } from './types.ts';

/**
 * A condition on one tick of one object, such as `moveType != 0 && stickyTarget != 0` or `pos.1 <= previous pos.1`.
 * Operands: dotted paths in the RECORD, `previous PATH` (the object's record of the tick before), numbers, true, false.
 * Operators, from weak to strong: `||`, `&&`, comparisons (`== != < <= > >=`), `+ -`, `* /`, `!` and unary `-`; parentheses.
 * A comparison with something that is not there is false, but for `!=`.
 */
export interface Condition {
  /** True when the condition looks back, so that it can hold only where there is a tick before. */
  usesPrevious: boolean;
  holds(record: TickRecord, previous: TickRecord | undefined): boolean;
}

type Evaluate = (record: TickRecord, previous: TickRecord | undefined) => unknown;

const TOKEN =
  /\s*(?:(0x[\da-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([a-z_]\w*(?:\.\w+)*)|(\|\||&&|[=!]==?|[<>]=?|[-+*/!()]))/iy;

/** `===` and `!==` mean the same here as `==` and `!=`. */
const SAME_OPERATOR: Record<string, string> = { '===': '==', '!==': '!=' };

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new SyntaxError(`cannot read the condition at "${text.slice(at).trim()}"`);
    const token = match[1] ?? match[2] ?? match[3];
    tokens.push(SAME_OPERATOR[token] ?? token);
  }
  return tokens;
}

const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

const ARITHMETIC: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

class Parser {
  usesPrevious = false;
  readonly #tokens: string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  whole(): Evaluate {
    const result = this.#or();
    if (this.#at < this.#tokens.length)
      throw new SyntaxError(`unexpected "${this.#tokens[this.#at]}" in the condition`);
    return result;
  }

  #take(...wanted: string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || !wanted.includes(token)) return undefined;
    this.#at++;
    return token;
  }

  #or(): Evaluate {
    let left = this.#and();
    while (this.#take('||')) {
      const [a, b] = [left, this.#and()];
      left = (record, previous) => Boolean(a(record, previous)) || Boolean(b(record, previous));
    }
    return left;
  }

  #and(): Evaluate {
    let left = this.#comparison();
    while (this.#take('&&')) {
      const [a, b] = [left, this.#comparison()];
      left = (record, previous) => Boolean(a(record, previous)) && Boolean(b(record, previous));
    }
    return left;
  }

  #comparison(): Evaluate {
    const a = this.#sum();
    const equality = this.#take('==', '!=');
    if (equality) {
      const b = this.#sum();
      return (record, previous) => (a(record, previous) === b(record, previous)) === (equality === '==');
    }
    const operator = this.#take(...Object.keys(COMPARISONS));
    if (!operator) return a;
    const [compare, b] = [COMPARISONS[operator], this.#sum()];
    return (record, previous) => compare(numberOf(a(record, previous)), numberOf(b(record, previous)));
  }

  #sum(): Evaluate {
    return this.#arithmetic(['+', '-'], () => this.#product());
  }

  #product(): Evaluate {
    return this.#arithmetic(['*', '/'], () => this.#unary());
  }

  #arithmetic(operators: string[], operand: () => Evaluate): Evaluate {
    let left = operand();
    for (let operator = this.#take(...operators); operator; operator = this.#take(...operators)) {
      const [a, b, compute] = [left, operand(), ARITHMETIC[operator]];
      left = (record, previous) => compute(numberOf(a(record, previous)), numberOf(b(record, previous)));
    }
    return left;
  }

  #unary(): Evaluate {
    if (this.#take('!')) {
      const operand = this.#unary();
      return (record, previous) => !operand(record, previous);
    }
    if (this.#take('-')) {
      const operand = this.#unary();
      return (record, previous) => -numberOf(operand(record, previous));
    }
    if (this.#take('(')) {
      const inner = this.#or();
      if (!this.#take(')')) throw new SyntaxError('a parenthesis is not closed in the condition');
      return inner;
    }
    return this.#operand();
  }

  #operand(): Evaluate {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw new SyntaxError('the condition ends too early');
    if (/^\d/.test(token)) {
      const value = Number(token);
      return () => value;
    }
    if (token === 'true' || token === 'false') return () => token === 'true';
    if (token === 'previous') {
      const path = pathOf(this.#tokens[this.#at++]);
      this.usesPrevious = true;
      return (_record, previous) => (previous === undefined ? undefined : valueAt(previous, path));
    }
    const path = pathOf(token);
    return (record) => valueAt(record, path);
  }
}

function pathOf(token: string | undefined): string {
  if (token === undefined || !isRecordPath(token)) throw new SyntaxError(`"${token ?? ''}" is no field of a record`);
  return token;
}

/** Throws SyntaxError when the text is no condition. */
export function parseCondition(text: string): Condition {
  const parser = new Parser(text);
  const evaluate = parser.whole();
  return {
    usesPrevious: parser.usesPrevious,
    holds: (record, previous) => Boolean(evaluate(record, previous)),
  };
}
