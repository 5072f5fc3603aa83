// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Account } from "../../src/types/Account.sol";
import { DeliveryId } from "../../src/types/Delivery.sol";
import { Leg } from "../../src/types/Leg.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { DirectRules } from "./DirectRules.sol";

/// @title Makes the calls: asks the model what must come of one, makes it, and compares.
abstract contract Acting is DirectRules {
    /// @dev What has come of the calls so far, by what happened.
    mapping(bytes32 what => uint256) public times;
    address[9] internal actors;
    /// @dev Whether anything went through since the dice were thrown: what is refused leaves nothing behind.
    bool public hasChanged;
    /// @dev The delivery that the latest call was about.
    uint256 internal concerned;
    uint256 private dice;
    uint256 private numRolled;

    error ModelBroken(bytes answer);
    error LedgerDiffers(bytes4 selector, bytes4 answered, bytes4 expected);

    function setUp() public virtual override {
        super.setUp();
        actors = [alpen, baltic, rhone, meridian, nordhafen, coordinator, agent, issuer, stranger];
    }

    /// @dev Every call of the handler begins by this; the same seed gives another course each time.
    function throwDice(uint256 seed) internal {
        dice = uint256(keccak256(abi.encode(seed, ++numRolled)));
        hasChanged = false;
    }

    function roll(uint256 sides_) internal returns (uint256 result) {
        result = dice % sides_;
        dice = uint256(keccak256(abi.encode(dice)));
    }

    /// @dev Mostly who is right, else anybody.
    function mostly(address right) internal returns (address) {
        return roll(8) == 0 ? actors[roll(9)] : right;
    }

    function happened(bytes32 what) internal {
        ++times[what];
    }

    /// @dev Makes a call. Where the model finds it wrong, it must be refused by just that error, and where that is of a
    /// leg that does not settle, everything must be as it was.
    function act(address by, address target, bytes memory call_, bytes memory rule)
        internal
        returns (bool done)
    {
        (bytes4 expected, bool whileSettling) = _ask(rule);
        bytes32 before = whileSettling ? digest() : bytes32(0);
        bytes memory answer;
        vm.prank(by);
        (done, answer) = target.call(call_);
        bytes4 answered = done ? bytes4(0) : bytes4(answer);
        if (answered != expected) revert LedgerDiffers(bytes4(call_), answered, expected);
        if (done) hasChanged = true;
        happened(done ? bytes32("done") : bytes32("refused"));
        if (!whileSettling) return done;
        same(digest(), before, "P13: a leg failed, and something changed");
        happened("unsettled");
    }

    /// @dev As act, at the delivery manager; tells whether the delivery ended by it.
    function actOn(uint256 g, address by, bytes memory call_, bytes memory rule)
        internal
        returns (bool ended)
    {
        concerned = g;
        State before = ghosts[g].state;
        act(by, address(deliveries), call_, rule);
        ended = ghosts[g].state != before;
        if (ended) _tellEnd(g, ghosts[g].state == State.SETTLED);
    }

    /// @dev Everything that a leg could move, on the ledger.
    function digest() public view returns (bytes32 word) {
        for (uint256 r; r < REGISTRIES; ++r) {
            word = keccak256(abi.encode(word, ledgerHeldIn(r)));
        }
        for (uint256 i; i < 3; ++i) {
            word = keccak256(abi.encode(word, token.balanceOf(investors[i]), items.ownerOf(i + 1)));
        }
        DeliveryId id = ghosts[concerned].id;
        return keccak256(abi.encode(word, deliveries.deliveries(id), deliveries.legFlags(id)));
    }

    function balanceOf(uint256 r, address owner, uint64 number) public view returns (uint256 balance) {
        if (r == SHARES) (balance,,) = chains.positionOf(CHAIN, account(owner, number));
        else balance = registries.balanceOf(registryIds[r], account(owner, number));
    }

    function positionOf(uint256 r, address owner, uint64 number)
        public
        view
        returns (uint256 balance, uint256 earmarked, uint256 marked)
    {
        Account memory where = account(owner, number);
        if (r == SHARES) return chains.positionOf(CHAIN, where);
        RegistryId id = registryIds[r];
        balance = registries.balanceOf(id, where);
        earmarked = registries.earmarkedBalanceOf(id, where);
        marked = registries.markedBalanceOf(id, where);
    }

    /// @dev As heldIn, but what the ledger says.
    function ledgerHeldIn(uint256 r) public view returns (bytes32 word) {
        for (uint256 i; r != NOTE && i < 6; ++i) {
            uint256 balance = balanceOf(r, investors[i % 3], uint64(1 + i / 3));
            word = keccak256(abi.encode(word, balance));
        }
        for (uint256 i; r == NOTE && i < prints.length; ++i) {
            address owner = entries.registryEntries(registryIds[r], prints[i]).owner;
            bool isLiving = entries.checkEntryExists(registryIds[r], prints[i]);
            word = keccak256(abi.encode(word, owner, isLiving));
        }
    }

    function _tellEnd(uint256 g, bool isSettled) private {
        happened(isSettled ? bytes32("settled") : bytes32("canceled"));
        Leg[] memory legs = legsOf(g);
        if (isIssue(legs[0])) happened(isSettled ? bytes32("minted") : bytes32("mint canceled"));
        if (isTermination(legs[0])) happened(isSettled ? bytes32("burned") : bytes32("burn canceled"));
        if (legs.length > 2 && isSettled) happened("settled many legs");
    }

    function _ask(bytes memory rule) private returns (bytes4 expected, bool whileSettling) {
        (bool done, bytes memory answer) = address(this).call(rule);
        if (done) return (0, false);
        if (bytes4(answer) != Refused.selector) revert ModelBroken(answer);
        assembly ("memory-safe") {
            expected := mload(add(answer, 36))
            whileSettling := mload(add(answer, 68))
        }
    }
}
