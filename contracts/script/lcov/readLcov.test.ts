import { expect, test } from 'vitest'
import { percent, readLcov, sum } from './readLcov.ts'

const report = `TN:
SF:src/Wheel.sol
DA:3,12
DA:4,0
BRDA:3,0,0,7
BRDA:3,0,1,0
BRDA:5,1,0,-
end_of_record
TN:
SF:src/Spoke.sol
DA:1,1
end_of_record
`

test('lines and branches are counted, and the missed ones named', () => {
  expect(readLcov([report])).toEqual([
    {
      file: 'src/Wheel.sol',
      lines: { hit: 1, all: 2 },
      branches: { hit: 1, all: 3 },
      missedLines: [4],
      missedBranches: [3, 5],
    },
    {
      file: 'src/Spoke.sol',
      lines: { hit: 1, all: 1 },
      branches: { hit: 0, all: 0 },
      missedLines: [],
      missedBranches: [],
    },
  ])
})

test('shares add up, and of nothing all is reached', () => {
  const lines = sum(readLcov([report]).map((one) => one.lines))
  expect(lines).toEqual({ hit: 2, all: 3 })
  expect(percent(lines)).toBeCloseTo(66.67, 1)
  expect(percent({ hit: 0, all: 0 })).toBe(100)
})

test('what one of several runs reaches is reached', () => {
  const other = 'SF:src/Wheel.sol\nDA:3,0\nDA:4,1\nBRDA:3,0,0,0\nBRDA:3,0,1,2\nBRDA:5,1,0,-\nend_of_record\n'
  expect(readLcov([report, other])[0]).toEqual({
    file: 'src/Wheel.sol',
    lines: { hit: 2, all: 2 },
    branches: { hit: 2, all: 3 },
    missedLines: [],
    missedBranches: [5],
  })
})
