// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg } from "../../src/types/Leg.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { AccountFixture } from "../registry/AccountFixture.sol";

/// @title What the proofs share. A proof fails by `assert` alone: a path that reverts ends without a verdict, so calls
/// that may be refused are tried.
abstract contract ProofFixture is AccountFixture {
    /// @dev Balance and earmarked quantity of one account.
    struct Holding {
        uint256 balance;
        uint256 earmarked;
    }

    /// @dev Account 1 of each investor at both registrars.
    uint256 internal constant NUM_HOLDINGS = 6;

    function tries(address by, address target, bytes memory call) internal returns (bool done) {
        vm.prank(by);
        // solhint-disable-next-line avoid-low-level-calls
        (done,) = target.call(call);
    }

    function investor(uint256 index) internal view returns (address) {
        if (index == 0) return alpen;
        return index == 1 ? baltic : rhone;
    }

    function holding(RegistryId registryId, address owner, uint64 number)
        internal
        view
        returns (Holding memory)
    {
        return Holding(
            registries.balanceOf(registryId, account(owner, number)),
            registries.earmarkedBalanceOf(registryId, account(owner, number))
        );
    }

    /// @dev The bonds of Alpen, Baltic and Rhone, then their fund units.
    function holdings() internal view returns (Holding[] memory all) {
        all = new Holding[](NUM_HOLDINGS);
        for (uint256 i; i < NUM_HOLDINGS; ++i) {
            all[i] = holding(i < 3 ? bond : fund, investor(i % 3), 1);
        }
    }

    /// @dev One assertion for all, since Halmos follows each comparison in both directions.
    function assertUnchanged(Holding[] memory before) internal view {
        Holding[] memory current = holdings();
        uint256 difference;
        for (uint256 i; i < NUM_HOLDINGS; ++i) {
            difference |= current[i].balance ^ before[i].balance;
            difference |= current[i].earmarked ^ before[i].earmarked;
        }
        assert(difference == 0);
    }

    /// @dev Earmarks a movement of account 1 for its receiver's account.
    function prepare(address protocol, IRegistry.Movement memory movement_, uint64 receivingAccount)
        internal
    {
        vm.startPrank(protocol);
        registries.earmark(movement_, data(1));
        registries.setReceivingAccount(movement_, data(receivingAccount));
        vm.stopPrank();
    }

    /// @dev The call that settles a prepared movement, or releases it.
    function ending(IRegistry.Movement memory movement_, bool settles) internal pure returns (bytes memory) {
        return settles
            ? abi.encodeCall(IRegistry.transferAndUnearmark, (movement_))
            : abi.encodeCall(IRegistry.unearmark, (movement_));
    }

    function creation(address by, Leg[] memory legs, uint64 valueDate)
        internal
        returns (DeliveryId id, bytes memory call)
    {
        id = idOf(by, legs, valueDate);
        call = abi.encodeCall(IDeliveryManager.createDelivery, (id, takeFp(), legs, valueDate));
    }

    function stateOf(DeliveryId id) internal view returns (DeliveryState) {
        return deliveries.deliveries(id).state;
    }
}
