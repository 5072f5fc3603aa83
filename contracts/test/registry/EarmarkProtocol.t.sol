// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountNumber } from "../../src/types/AccountNumber.sol";
import { InstrumentType } from "../../src/types/InstrumentEnums.sol";
import { InstrumentId } from "../../src/types/InstrumentId.sol";
import { RegistryState } from "../../src/types/RegistryEnums.sol";
import { RegistryId } from "../../src/types/RegistryId.sol";
import { DeliveryWorld } from "../support/DeliveryWorld.sol";

/// @title AccountRegistryManager towards a leg manager: this test is one. CON-05, CON-06, CON-14.
contract EarmarkProtocolTest is DeliveryWorld {
    function setUp() public override {
        super.setUp();
        grantOn(address(registries), address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
    }

    function _movement(address sender, address receiver, uint256 quantity)
        private
        view
        returns (IRegistry.Movement memory)
    {
        return IRegistry.Movement(bond, bytes32("ref"), sender, receiver, meridian, quantity);
    }

    function _transfer() private view returns (IRegistry.Movement memory) {
        return _movement(alpen, baltic, 400);
    }

    function _suspended() private returns (bytes memory) {
        vm.prank(meridian);
        registries.suspendRegistry(bond, 0);
        return
            abi.encodeWithSelector(
                IRegistration.RegistryNotRegistered.selector, bond, RegistryState.SUSPENDED
            );
    }

    function test_RevertWhen_TheCallerIsNoProtocol() external {
        bytes memory err = notHeld(alpen, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        vm.startPrank(alpen);
        refuses(err);
        registries.earmark(_transfer(), data(1));
        refuses(err);
        registries.nameReceipt(_transfer(), data(1));
        refuses(err);
        registries.transferAndUnearmark(_transfer());
    }

    function test_RevertWhen_AnotherProtocolReleasesOrMoves() external {
        registries.earmark(_transfer(), data(1));
        bytes memory err = abi.encodeWithSelector(IRegistry.EarmarkNotTaken.selector, bytes32("ref"));
        vm.startPrank(address(deliveries));
        refuses(err);
        registries.unearmark(_transfer());
        refuses(err);
        registries.transferAndUnearmark(_transfer());
    }

    function test_RevertWhen_TheMovementDiffers() external {
        registries.earmark(_transfer(), data(1));
        registries.nameReceipt(_transfer(), data(1));
        bytes memory err = abi.encodeWithSelector(IRegistry.EarmarkNotTaken.selector, bytes32("ref"));
        refuses(err);
        registries.transferAndUnearmark(_movement(alpen, baltic, 399));
        refuses(err);
        registries.unearmark(_movement(alpen, rhone, 400));
    }

    function test_RevertWhen_MoreIsEarmarkedThanIsFree() external {
        registries.earmark(_movement(alpen, baltic, 700), data(1));
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.QuantityNotAvailable.selector,
                bond,
                alpen,
                AccountNumber.wrap(1),
                300,
                301
            )
        );
        registries.earmark(_movement(alpen, baltic, 301), data(1));
    }

    function test_RevertWhen_EarmarkedTwice() external {
        registries.earmark(_transfer(), data(1));
        refuses(abi.encodeWithSelector(IRegistry.EarmarkAlreadyTaken.selector, bytes32("ref")));
        registries.earmark(_transfer(), data(1));
    }

    function test_RevertWhen_TheAccountDataIsMalformed() external {
        bytes[4] memory wrong =
            [bytes(""), abi.encode(uint256(0)), abi.encode(uint256(type(uint64).max) + 1), abi.encode(1, 1)];
        for (uint256 i; i < wrong.length; ++i) {
            refuses(abi.encodeWithSelector(IAccountRegistryManager.AccountNumberInvalid.selector, wrong[i]));
            registries.earmark(_transfer(), wrong[i]);
            refuses(abi.encodeWithSelector(IAccountRegistryManager.AccountNumberInvalid.selector, wrong[i]));
            registries.nameReceipt(_transfer(), wrong[i]);
        }
    }

    function test_RevertWhen_TheAccountIsNotOpen() external {
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.AccountNotOpen.selector, meridian, alpen, AccountNumber.wrap(3)
            )
        );
        registries.earmark(_transfer(), data(3));
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.AccountNotOpen.selector, meridian, baltic, AccountNumber.wrap(3)
            )
        );
        registries.nameReceipt(_transfer(), data(3));
    }

    function test_RevertWhen_EitherPartyIsNoInvestorAnyMore() external {
        address[2] memory parties = [alpen, baltic];
        for (uint256 i; i < parties.length; ++i) {
            revokeOn(address(registries), parties[i], Privileges.REGISTRY_INVESTOR);
            bytes memory err = notHeld(parties[i], Privileges.REGISTRY_INVESTOR);
            refuses(err);
            registries.earmark(_transfer(), data(1));
            refuses(err);
            registries.nameReceipt(_transfer(), data(1));
            refuses(err);
            registries.checkMovement(_transfer());
            grantOn(address(registries), parties[i], Privileges.REGISTRY_INVESTOR);
        }
    }

    function test_RevertWhen_TheRegistrarIsTreatedAsInvestor() external {
        refuses(abi.encodeWithSelector(IRegistry.MovementWithoutInvestor.selector, bond));
        registries.earmark(_movement(meridian, alpen, 1), data(1));
        refuses(abi.encodeWithSelector(IRegistry.MovementWithoutInvestor.selector, bond));
        registries.nameReceipt(_movement(alpen, meridian, 1), data(1));
    }

    function test_RevertWhen_TheRegistryIsSuspended() external {
        registries.earmark(_transfer(), data(1));
        registries.nameReceipt(_transfer(), data(1));
        bytes memory err = _suspended();
        refuses(err);
        registries.transferAndUnearmark(_transfer());
        refuses(err);
        registries.earmark(_movement(alpen, baltic, 1), data(1));
        refuses(err);
        registries.checkMovement(_transfer());
        registries.unearmark(_transfer());
        holds(bond, alpen, 1, 1_000, 0);
    }

    function test_RevertWhen_TheRegistryIsUnknown() external {
        IRegistry.Movement memory movement = _transfer();
        movement.registryId = RegistryId.wrap("unknown");
        bytes memory err = abi.encodeWithSelector(IRegistration.RegistryUnknown.selector, bytes32("unknown"));
        refuses(err);
        registries.earmark(movement, data(1));
        refuses(err);
        registries.nameReceipt(movement, data(1));
        refuses(err);
        registries.checkMovement(movement);
    }

    function test_RevertWhen_TheReceiptIsNotNamed() external {
        registries.earmark(_transfer(), data(1));
        refuses(abi.encodeWithSelector(IRegistry.ReceiptNotNamed.selector, bytes32("ref")));
        registries.transferAndUnearmark(_transfer());
    }

    function test_RevertWhen_NothingIsEarmarked() external {
        registries.nameReceipt(_transfer(), data(1));
        refuses(abi.encodeWithSelector(IRegistry.EarmarkNotTaken.selector, bytes32("ref")));
        registries.transferAndUnearmark(_transfer());
    }

    function test_RevertWhen_MovedTwice() external {
        registries.earmark(_transfer(), data(1));
        registries.nameReceipt(_transfer(), data(1));
        registries.transferAndUnearmark(_transfer());
        bytes memory err = abi.encodeWithSelector(IRegistry.EarmarkNotTaken.selector, bytes32("ref"));
        refuses(err);
        registries.transferAndUnearmark(_transfer());
        refuses(err);
        registries.unearmark(_transfer());
    }

    function test_RevertWhen_TheMovementCouldNeverBeMade() external {
        refuses(abi.encodeWithSelector(IRegistration.RegistryRegistrarRequired.selector, bond, nordhafen));
        IRegistry.Movement memory foreign = _transfer();
        foreign.registrar = nordhafen;
        registries.checkMovement(foreign);
        refuses(abi.encodeWithSelector(IAccountRegistryManager.QuantityInvalid.selector, 0));
        registries.checkMovement(_movement(alpen, baltic, 0));
        uint256 tooMuch = uint256(type(uint128).max) + 1;
        refuses(abi.encodeWithSelector(IAccountRegistryManager.QuantityInvalid.selector, tooMuch));
        registries.checkMovement(_movement(alpen, baltic, tooMuch));
        refuses(abi.encodeWithSelector(IRegistry.MovementSelf.selector, alpen));
        registries.checkMovement(_movement(alpen, alpen, 1));
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        registries.checkMovement(_movement(stranger, alpen, 1));
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        registries.checkMovement(_movement(alpen, stranger, 1));
    }

    function test_RevertWhen_TheSupplyOutgrowsItsType() external {
        IRegistry.Movement memory movement = _movement(meridian, alpen, type(uint128).max);
        registries.nameReceipt(movement, data(1));
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.SupplyTooLarge.selector, bond, 2_000, type(uint128).max
            )
        );
        registries.transferAndUnearmark(movement);
    }

    function test_RevertWhen_AnExpiredInstrumentIsIssued() external {
        vm.prank(issuer);
        instruments.expireInstrument(InstrumentId.wrap("bond"));
        IRegistry.Movement memory movement = _movement(meridian, alpen, 1);
        registries.nameReceipt(movement, data(1));
        refuses(abi.encodeWithSelector(IRegistry.InstrumentNotIssuable.selector, InstrumentId.wrap("bond")));
        registries.transferAndUnearmark(movement);
    }

    function test_RevertWhen_AHolderLeavesTheWhitelistBeforeSettlement() external {
        InstrumentId id = InstrumentId.wrap("private");
        address[] memory tenants = new address[](2);
        (tenants[0], tenants[1]) = (alpen, baltic);
        vm.prank(issuer);
        instruments.createPrivateInstrument(id, terms("private", InstrumentType.PRIVATE), tenants);
        RegistryId registryId = register(meridian, id);
        mint(registryId, meridian, alpen, 1, 100);
        IRegistry.Movement memory movement =
            IRegistry.Movement(registryId, "ref", alpen, baltic, meridian, 40);
        registries.checkMovement(movement);
        registries.earmark(movement, data(1));
        registries.nameReceipt(movement, data(1));
        tenants = new address[](1);
        tenants[0] = baltic;
        vm.prank(issuer);
        instruments.updateWhitelist(id, tenants, false);
        bytes memory err =
            abi.encodeWithSelector(IRegistration.InstrumentHolderNotWhitelisted.selector, id, baltic);
        refuses(err);
        registries.transferAndUnearmark(movement);
        refuses(err);
        registries.checkMovement(movement);
        vm.prank(issuer);
        instruments.makePublic(id);
        registries.transferAndUnearmark(movement);
        holds(registryId, baltic, 1, 40, 0);
    }

    function test_AnEarmarkSetsAsideAndTellsTheResult() external {
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsEarmarked(
            bond, bytes32("ref"), alpen, AccountNumber.wrap(1), address(this), 400
        );
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountChanged(bond, alpen, AccountNumber.wrap(1), 1_000, 400);
        registries.earmark(_transfer(), data(1));
        holds(bond, alpen, 1, 1_000, 400);
        (bool isEarmarked, bool isReceiptNamed) = registries.preparedSides(address(this), _transfer());
        check(isEarmarked && !isReceiptNamed, "sides");
        (AccountNumber from, AccountNumber to) = registries.preparedAccounts(address(this), _transfer());
        check(AccountNumber.unwrap(from) == 1 && AccountNumber.unwrap(to) == 0, "accounts");
    }

    function test_AReleasedEarmarkGivesBackAndForgetsTheReceipt() external {
        registries.nameReceipt(_transfer(), data(2));
        registries.earmark(_transfer(), data(1));
        registries.unearmark(_transfer());
        holds(bond, alpen, 1, 1_000, 0);
        (bool isEarmarked, bool isReceiptNamed) = registries.preparedSides(address(this), _transfer());
        check(!isEarmarked && !isReceiptNamed, "sides");
    }

    function test_AReleaseNeedsNoPrivilege() external {
        registries.earmark(_transfer(), data(1));
        revokeOn(address(registries), address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        registries.unearmark(_transfer());
        holds(bond, alpen, 1, 1_000, 0);
    }

    function test_AMovementGoesToTheAccountThatWasNamedLast() external {
        registries.earmark(_transfer(), data(1));
        registries.nameReceipt(_transfer(), data(1));
        registries.nameReceipt(_transfer(), data(2));
        registries.transferAndUnearmark(_transfer());
        holds(bond, alpen, 1, 600, 0);
        holds(bond, baltic, 1, 1_000, 0);
        holds(bond, baltic, 2, 400, 0);
    }

    function test_ATerminationLowersTheSupply() external {
        IRegistry.Movement memory movement = _movement(alpen, meridian, 250);
        registries.earmark(movement, data(1));
        registries.transferAndUnearmark(movement);
        (uint256 issued, uint256 terminated) = registries.supplyOf(bond);
        same(issued, 2_000, "issued");
        same(terminated, 250, "terminated");
        holds(bond, alpen, 1, 750, 0);
    }

    /// @dev Property 6: what is earmarked and released, or moved there and back, is what it was before.
    function testFuzz_EarmarkThenReleaseIsIdentity(uint256 quantity) external {
        quantity = 1 + (quantity % 1_000);
        registries.earmark(_movement(alpen, baltic, quantity), data(1));
        holds(bond, alpen, 1, 1_000, quantity);
        registries.unearmark(_movement(alpen, baltic, quantity));
        holds(bond, alpen, 1, 1_000, 0);
    }
}
