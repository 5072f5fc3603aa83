import { expect, test } from 'vitest'
import { mutantsOf, mutate, shuffled } from './mutants.ts'

const source = `// if (true) revert Commented();
contract Wheel {
    function turn(uint256 by) external onlyOwner {
        if (by == 0 || isBroken) revert WheelBroken();
        _requireOil(by);
        turns += by;
        delete oil[by];
    }
}
`
const mutants = mutantsOf('src/Wheel.sol', source)

test('each place of a kind is changed, comments are not', () => {
  expect(mutants.map(({ line, kind, to }) => [line, kind, to])).toEqual([
    [3, 'modifier', ''],
    [4, 'guard', 'false'],
    [4, 'comparison', ' != '],
    [4, 'constant', '1'],
    [4, 'logic', ' && '],
    [5, 'demand', '        '],
    [6, 'sign', ' -= '],
    [7, 'deletion', ''],
  ])
})

test('a mutant is the source but for its one change', () => {
  const [first, second] = mutants
  expect(mutate(first!, source)).toContain('external {')
  expect(mutate(second!, source)).toContain('if (false) revert WheelBroken();')
})

test('the order is the same each time, also of those that are left when a line is gone', () => {
  const order = shuffled(mutants, 'seed').map(({ id }) => id)
  expect(shuffled([...mutants].reverse(), 'seed').map(({ id }) => id)).toEqual(order)
  const shorter = mutantsOf('src/Wheel.sol', source.replace('        _requireOil(by);\n', ''))
  const left = new Set(shorter.map(({ id }) => id))
  expect(shuffled(shorter, 'seed').map(({ id }) => id)).toEqual(order.filter((id) => left.has(id)))
  expect(left.size).toBe(7)
})
