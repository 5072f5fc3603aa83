// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IEarmarkProtocols } from "../../src/registry/core/IEarmarkProtocols.sol";
import { ManagerProxy } from "../../src/proxy/ManagerProxy.sol";
import { AccountRegistryManager } from "../../src/registry/accounts/AccountRegistryManager.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: announceEarmarkProtocol, withdrawEarmarkProtocol, earmarkProtocols; I-1, a new protocol
/// is on the ledger seven days before it can move anything.
contract EarmarkProtocolsTest is AccountFixture {
    address private protocol = address(0x970);

    function setUp() public override {
        super.setUp();
        grantOn(address(registries), protocol, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
    }

    function _announce() private {
        vm.prank(operator);
        registries.announceEarmarkProtocol(protocol);
    }

    function _withdraw() private {
        vm.prank(operator);
        registries.withdrawEarmarkProtocol(protocol);
    }

    function _earmark() private {
        vm.prank(protocol);
        registries.earmark(movement(alpen, baltic, 400), data(1));
    }

    function _settle() private {
        vm.prank(protocol);
        registries.transferAndUnearmark(movement(alpen, baltic, 400));
    }

    function _notActive(uint256 activeFrom) private view returns (bytes memory) {
        return
            abi.encodeWithSelector(IEarmarkProtocols.EarmarkProtocolNotActive.selector, protocol, activeFrom);
    }

    /// @dev A manager that has no registry yet.
    function _fresh() private returns (IAccountRegistryManager manager) {
        bytes memory initCall = abi.encodeCall(
            IAccountRegistryManager.init, (address(platform), address(makePrivilegeManager()))
        );
        manager = IAccountRegistryManager(
            address(new ManagerProxy(address(new AccountRegistryManager()), initCall))
        );
        grantOn(address(manager), operator, Privileges.REGISTRY_OPERATOR);
    }

    function test_I1_Privilege_REGISTRY_OPERATOR_HasItNot() external {
        bytes memory err = notHeld(meridian, Privileges.REGISTRY_OPERATOR);
        vm.startPrank(meridian);
        refuses(err);
        registries.announceEarmarkProtocol(protocol);
        refuses(err);
        registries.withdrawEarmarkProtocol(address(deliveries));
    }

    function test_I1_Privilege_REGISTRY_OPERATOR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(registries), operator, Privileges.REGISTRY_OPERATOR);
        refuses(notHeld(operator, Privileges.REGISTRY_OPERATOR));
        _announce();
    }

    function test_I1_RevertWhen_TheProtocolIsMissingOrAnnounced() external {
        vm.prank(operator);
        refuses(abi.encodeWithSelector(IEarmarkProtocols.EarmarkProtocolMissing.selector));
        registries.announceEarmarkProtocol(address(0));
        _announce();
        refuses(abi.encodeWithSelector(IEarmarkProtocols.EarmarkProtocolAlreadyAnnounced.selector, protocol));
        _announce();
    }

    function test_I1_RevertWhen_WithdrawnWithoutAnnouncement() external {
        refuses(abi.encodeWithSelector(IEarmarkProtocols.EarmarkProtocolNotAnnounced.selector, protocol));
        _withdraw();
    }

    /// @dev The operator in three calls: it grants itself the privilege, earmarks Alpen's bonds, and moves them.
    function test_I1_TheOperatorMovesNobodysHoldingAtOnce() external {
        grantOn(address(registries), operator, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        vm.prank(operator);
        refuses(
            abi.encodeWithSelector(IEarmarkProtocols.EarmarkProtocolNotActive.selector, operator, uint256(0))
        );
        registries.earmark(movement(alpen, baltic, 1_000), data(1));
    }

    function test_I1_RevertWhen_ItEarmarksOrNamesASecondTooEarly() external {
        uint256 activeFrom = block.timestamp + 7 days;
        _announce();
        vm.warp(activeFrom - 1);
        refuses(_notActive(activeFrom));
        _earmark();
        refuses(_notActive(activeFrom));
        vm.prank(protocol);
        registries.setReceivingAccount(movement(alpen, baltic, 400), data(1));
    }

    function test_I1_RevertWhen_ItIsActiveWithoutThePrivilege() external {
        acceptProtocol(address(registries), protocol);
        revokeOn(address(registries), protocol, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        refuses(notHeld(protocol, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        _earmark();
    }

    function test_I1_AnAnnouncedProtocolIsOnTheLedgerAndActiveSevenDaysLater() external {
        uint256 activeFrom = block.timestamp + 7 days;
        vm.expectEmit(address(registries));
        emit IEarmarkProtocols.EarmarkProtocolAnnounced(protocol, operator, activeFrom);
        _announce();
        IEarmarkProtocols.EarmarkProtocol[] memory all = registries.earmarkProtocols();
        same(all.length, 3, "protocols");
        same(all[0].protocol, address(deliveries), "the first");
        same(all[2].protocol, protocol, "protocol");
        same(all[2].announcedBy, operator, "announced by");
        same(all[2].activeFrom, activeFrom, "active from");
        same(registries.EARMARK_PROTOCOL_DELAY(), 7 days, "delay");
        vm.warp(activeFrom);
        _earmark();
        vm.prank(protocol);
        registries.setReceivingAccount(movement(alpen, baltic, 400), data(1));
        _settle();
        holds(bond, baltic, 1, 1_400, 0);
    }

    function test_I1_AWithdrawnProtocolMovesNothingAndReleasesWhatItEarmarked() external {
        acceptProtocol(address(registries), protocol);
        _earmark();
        vm.prank(protocol);
        registries.setReceivingAccount(movement(alpen, baltic, 400), data(1));
        vm.expectEmit(address(registries));
        emit IEarmarkProtocols.EarmarkProtocolWithdrawn(protocol, operator);
        _withdraw();
        same(registries.earmarkProtocols().length, 2, "protocols");
        refuses(_notActive(0));
        _settle();
        vm.prank(protocol);
        registries.unearmark(movement(alpen, baltic, 400));
        holds(bond, alpen, 1, 1_000, 0);
    }

    function test_I1_AnnouncedAgainItWaitsAgain() external {
        acceptProtocol(address(registries), protocol);
        _withdraw();
        _announce();
        refuses(_notActive(block.timestamp + 7 days));
        _earmark();
    }

    function test_I1_BeforeTheFirstRegistryAProtocolIsActiveAtOnce() external {
        IAccountRegistryManager manager = _fresh();
        vm.prank(operator);
        manager.announceEarmarkProtocol(protocol);
        same(manager.earmarkProtocols()[0].activeFrom, block.timestamp, "active from");
    }

    function test_I1_TheFirstOfSeveralCanBeWithdrawn() external {
        _announce();
        vm.prank(operator);
        registries.withdrawEarmarkProtocol(address(deliveries));
        IEarmarkProtocols.EarmarkProtocol[] memory all = registries.earmarkProtocols();
        same(all.length, 2, "protocols");
        same(all[0].protocol, protocol, "the last takes its place");
        same(all[1].protocol, address(this), "the other");
    }
}
