// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: transferAndUnearmark. This test is the protocol.
contract TransferAndUnearmarkTest is AccountFixture {
    function wanted() private view returns (IRegistry.Movement memory) {
        return movement(alpen, baltic, 400);
    }

    function suspended() private returns (bytes memory) {
        vm.prank(meridian);
        registries.suspendRegistry(bond, 0);
        return
            abi.encodeWithSelector(
                IRegistration.RegistryNotRegistered.selector, bond, RegistryState.SUSPENDED
            );
    }

    function test_RevertWhen_TheMovementDiffers() external {
        registries.earmark(wanted(), data(1));
        registries.setReceivingAccount(wanted(), data(1));
        bytes memory err = abi.encodeWithSelector(IRegistry.EarmarkNotTaken.selector, bytes32("ref"));
        refuses(err);
        registries.transferAndUnearmark(movement(alpen, baltic, 399));
        refuses(err);
        registries.unearmark(movement(alpen, rhone, 400));
    }

    function test_CON15_P36_NothingMovesInASuspendedRegistry() external {
        registries.earmark(wanted(), data(1));
        registries.setReceivingAccount(wanted(), data(1));
        bytes memory err = suspended();
        refuses(err);
        registries.transferAndUnearmark(wanted());
        refuses(err);
        registries.earmark(movement(alpen, baltic, 1), data(1));
        refuses(err);
        registries.checkMovement(wanted());
        registries.unearmark(wanted());
        holds(bond, alpen, 1, 1_000, 0);
    }

    function test_RevertWhen_NothingIsEarmarked() external {
        registries.setReceivingAccount(wanted(), data(1));
        refuses(abi.encodeWithSelector(IRegistry.EarmarkNotTaken.selector, bytes32("ref")));
        registries.transferAndUnearmark(wanted());
    }

    function test_RevertWhen_MovedTwice() external {
        registries.earmark(wanted(), data(1));
        registries.setReceivingAccount(wanted(), data(1));
        registries.transferAndUnearmark(wanted());
        bytes memory err = abi.encodeWithSelector(IRegistry.EarmarkNotTaken.selector, bytes32("ref"));
        refuses(err);
        registries.transferAndUnearmark(wanted());
        refuses(err);
        registries.unearmark(wanted());
    }

    function test_M1_P02_RevertWhen_TheAccountTerminatesReceiptsOnlySinceItWasSet() external {
        registries.earmark(wanted(), data(1));
        registries.setReceivingAccount(wanted(), data(1));
        terminateReceipts(baltic, 1, true);
        refuses(terminatesReceipts(baltic, 1));
        registries.transferAndUnearmark(wanted());
        holds(bond, alpen, 1, 1_000, 400);
        supplyIs(bond, 2_000, 0);
    }

    function test_M1_P02_RevertWhen_AnIssuesAccountTerminatesReceiptsOnlySinceItWasSet() external {
        IRegistry.Movement memory issue = movement(meridian, alpen, 400);
        registries.setReceivingAccount(issue, data(1));
        terminateReceipts(alpen, 1, true);
        refuses(terminatesReceipts(alpen, 1));
        registries.transferAndUnearmark(issue);
        supplyIs(bond, 2_000, 0);
    }

    function test_RevertWhen_TheSupplyOutgrowsItsType() external {
        IRegistry.Movement memory movement = movement(meridian, alpen, type(uint128).max);
        registries.setReceivingAccount(movement, data(1));
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.SupplyTooLarge.selector, bond, 2_000, type(uint128).max
            )
        );
        registries.transferAndUnearmark(movement);
    }

    function test_CON15_NothingIsIssuedOfAnExpiredInstrument() external {
        vm.prank(issuer);
        instruments.expireInstrument(InstrumentId.wrap("bond"));
        IRegistry.Movement memory movement = movement(meridian, alpen, 1);
        registries.setReceivingAccount(movement, data(1));
        refuses(abi.encodeWithSelector(IRegistry.InstrumentNotIssuable.selector, InstrumentId.wrap("bond")));
        registries.transferAndUnearmark(movement);
    }

    function test_P02_ATerminationLowersTheSupply() external {
        IRegistry.Movement memory movement = movement(alpen, meridian, 250);
        registries.earmark(movement, data(1));
        registries.transferAndUnearmark(movement);
        (uint256 issued, uint256 terminated) = registries.supplyOf(bond);
        same(issued, 2_000, "issued");
        same(terminated, 250, "terminated");
        holds(bond, alpen, 1, 750, 0);
    }

    function test_M1_P02_AnAccountEndsItsReceiptIfItDidSoWhenItWasSet() external {
        terminateReceipts(baltic, 2, true);
        registries.earmark(wanted(), data(1));
        registries.setReceivingAccount(wanted(), data(2));
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsTerminated(bond, bytes32("ref"), baltic, num(2), 400);
        registries.transferAndUnearmark(wanted());
        holds(bond, alpen, 1, 600, 0);
        holds(bond, baltic, 2, 0, 0);
        supplyIs(bond, 2_000, 400);
    }

    function test_M1_P02_AnIssueEndsIfItsAccountTerminatedReceiptsWhenItWasSet() external {
        terminateReceipts(alpen, 2, true);
        IRegistry.Movement memory issue = movement(meridian, alpen, 400);
        registries.setReceivingAccount(issue, data(2));
        registries.transferAndUnearmark(issue);
        holds(bond, alpen, 2, 0, 0);
        supplyIs(bond, 2_400, 400);
    }

    function test_M1_P02_AnAccountThatNoLongerTerminatesReceiptsKeepsIt() external {
        terminateReceipts(baltic, 2, true);
        registries.earmark(wanted(), data(1));
        registries.setReceivingAccount(wanted(), data(2));
        terminateReceipts(baltic, 2, false);
        registries.transferAndUnearmark(wanted());
        holds(bond, baltic, 2, 400, 0);
        supplyIs(bond, 2_000, 0);
    }

    function test_M1_P02_OnlyTheAccountThatWasSetLastCounts() external {
        terminateReceipts(baltic, 2, true);
        registries.earmark(wanted(), data(1));
        registries.setReceivingAccount(wanted(), data(2));
        registries.setReceivingAccount(wanted(), data(1));
        terminateReceipts(baltic, 1, true);
        refuses(terminatesReceipts(baltic, 1));
        registries.transferAndUnearmark(wanted());
    }

    function test_Privilege_EARMARK_PROTOCOL_DAPP_HadItUntilTheTransactionBefore() external {
        registries.earmark(wanted(), data(1));
        registries.setReceivingAccount(wanted(), data(1));
        revokeOn(address(registries), address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        refuses(notHeld(address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        registries.transferAndUnearmark(wanted());
    }
}
