// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { Account, AccountNumber, AccountQuantity } from "../../src/types/Account.sol";
import { ProofFixture } from "./ProofFixture.sol";

/// @title The accounts of one registry: movements of registrars and owners, and earmarks of two protocols.
contract AccountsProof is ProofFixture {
    address private constant OTHER_PROTOCOL = address(0x07E4);

    function setUp() public override {
        super.setUp();
        acceptProtocol(address(registries), OTHER_PROTOCOL);
        whitelistSender(alpen);
        vm.prank(alpen);
        registries.approve(bond, rhone, 600);
    }

    /// @dev Any two changes of a partly earmarked account, in any order, of any quantities.
    function check_EarmarkedNeverExceedsTheBalance(
        uint256 earmarked,
        uint8[2] calldata kinds,
        uint256[2] calldata quantities
    ) external {
        _earmark("ref", earmarked);
        for (uint256 i; i < 2; ++i) {
            tries(_actor(kinds[i]), address(registries), _change(kinds[i], quantities[i]));
            Holding memory current = holding(bond, alpen, 1);
            assert(current.earmarked <= current.balance);
        }
    }

    /// @dev Any movement between any two accounts, the same account included.
    function check_AMovementConservesTheQuantity(
        uint8 kind,
        uint8 receiver,
        bool[2] calldata first,
        uint256 quantity,
        uint256 other
    ) external {
        uint64[2] memory numbers = [uint64(first[0] ? 1 : 2), first[1] ? 1 : 2];
        bytes memory call = _movementCall(kind, investor(receiver), numbers, quantity, other);
        uint256 supply = registries.totalSupplyOf(bond);
        tries(_mover(kind), address(registries), call);
        assert(registries.totalSupplyOf(bond) == supply);
        assert(_sum() == supply);
    }

    /// @dev Issued less terminated is what the accounts hold.
    function check_TheSupplyIsTheSumOfTheBalances(uint256 issued, uint256 marked, uint256 ended) external {
        Account memory account_ = account(alpen, 1);
        tries(
            meridian,
            address(registries),
            abi.encodeWithSignature("issue(bytes32,(address,uint64),uint256)", bond, account_, issued)
        );
        tries(alpen, address(registries), _change(1, marked));
        tries(
            meridian,
            address(registries),
            abi.encodeCall(IAccountRegistryManager.terminate, (bond, account_, ended))
        );
        (uint256 issuedInAll, uint256 terminated) = registries.supplyOf(bond);
        assert(registries.totalSupplyOf(bond) == issuedInAll - terminated);
        assert(_sum() == issuedInAll - terminated);
    }

    /// @dev Whoever calls, with whatever quantity and parties: only the protocol that earmarked, with the same movement,
    /// can release or move the earmark.
    function check_NobodyReleasesAnotherProtocolsEarmark(
        address caller,
        bool settles,
        bytes32 movementRef,
        address receiver,
        uint256 earmarked,
        uint256 quantity
    ) external {
        IRegistry.Movement memory own = movement(alpen, baltic, earmarked);
        prepare(address(this), own, 1);
        IRegistry.Movement memory other = movement(alpen, receiver, quantity);
        other.movementRef = movementRef;
        bool isOwn = caller == address(this) && movementRef == own.movementRef && receiver == baltic
            && quantity == own.quantity;
        assert(tries(caller, address(registries), ending(other, settles)) == isOwn);
        Holding memory current = holding(bond, alpen, 1);
        assert(current.earmarked == (isOwn ? 0 : earmarked));
        assert(current.balance == 1_000 - (isOwn && settles ? earmarked : 0));
    }

    /// @dev Nor does another protocol that earmarked the same movement reach more than its own share.
    function check_TwoProtocolsShareNoEarmark(uint256 first, uint256 second, bool settles) external {
        prepare(address(this), movement(alpen, baltic, first), 1);
        IRegistry.Movement memory same_ = movement(alpen, baltic, second);
        prepare(OTHER_PROTOCOL, same_, 2);
        assert(registries.earmarkedBalanceOf(bond, account(alpen, 1)) == first + second);
        bytes memory call = ending(same_, settles);
        assert(tries(OTHER_PROTOCOL, address(registries), call));
        assert(!tries(OTHER_PROTOCOL, address(registries), call));
        assert(registries.earmarkedBalanceOf(bond, account(alpen, 1)) == first);
        assert(registries.balanceOf(bond, account(alpen, 1)) == 1_000 - (settles ? second : 0));
        assert(registries.balanceOf(bond, account(baltic, 2)) == (settles ? second : 0));
    }

    function _earmark(bytes32 ref, uint256 quantity) private {
        IRegistry.Movement memory own = movement(alpen, baltic, quantity);
        own.movementRef = ref;
        tries(address(this), address(registries), abi.encodeCall(IRegistry.earmark, (own, data(1))));
    }

    /// @dev Who makes a change of Alpen's account 1.
    function _actor(uint8 kind) private view returns (address) {
        if (kind == 0) return address(this);
        return kind < 3 ? alpen : meridian;
    }

    function _change(uint8 kind, uint256 quantity) private view returns (bytes memory) {
        if (kind == 0) {
            IRegistry.Movement memory own = movement(alpen, rhone, quantity);
            own.movementRef = "other";
            return abi.encodeCall(IRegistry.earmark, (own, data(1)));
        }
        if (kind == 1) {
            return abi.encodeCall(IAccountRegistryManager.markAsRedeemable, (bond, num(1), quantity));
        }
        if (kind == 2) return _transfer(num(1), account(baltic, 1), quantity);
        if (kind == 3) {
            return abi.encodeCall(IAccountRegistryManager.terminate, (bond, account(alpen, 1), quantity));
        }
        return abi.encodeCall(
            IAccountRegistryManager.forcedTransfer,
            (bond, account(alpen, 1), account(baltic, 1), quantity, WHY)
        );
    }

    function _mover(uint8 kind) private view returns (address) {
        if (kind == 2) return rhone;
        return kind < 2 ? alpen : meridian;
    }

    function _movementCall(
        uint8 kind,
        address receiver,
        uint64[2] memory numbers,
        uint256 quantity,
        uint256 other
    ) private view returns (bytes memory) {
        AccountNumber from = num(numbers[0]);
        Account memory to = account(receiver, numbers[1]);
        if (kind == 0) return _transfer(from, to, quantity);
        if (kind == 1) {
            AccountQuantity[] memory parts_ = part(numbers[1], quantity);
            return abi.encodeCall(IAccountRegistryManager.reorg, (bond, part(numbers[0], quantity), parts_));
        }
        if (kind == 2) {
            return abi.encodeWithSignature(
                "transferFrom(bytes32,(address,uint64),(address,uint64),uint256)",
                bond,
                account(alpen, numbers[0]),
                to,
                quantity
            );
        }
        if (kind == 3) {
            return abi.encodeCall(
                IAccountRegistryManager.forcedReorg,
                (bond, alpen, part(numbers[0], quantity), part(numbers[1], other), WHY)
            );
        }
        return abi.encodeCall(
            IAccountRegistryManager.forcedTransfer, (bond, account(alpen, numbers[0]), to, quantity, WHY)
        );
    }

    function _transfer(AccountNumber from, Account memory to, uint256 quantity)
        private
        view
        returns (bytes memory)
    {
        return abi.encodeWithSignature(
            "transfer(bytes32,uint64,(address,uint64),uint256)", bond, from, to, quantity
        );
    }

    function _sum() private view returns (uint256 sum) {
        for (uint256 i; i < 3; ++i) {
            sum += registries.balanceOf(bond, account(investor(i), 1));
            sum += registries.balanceOf(bond, account(investor(i), 2));
        }
    }
}
